// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The members of the structs of Program and CommandStream, listed once for all archives: JSON and
// binary, reading and writing. An archive is called as archive("name", member) for members that a
// file must state and as archive("name", member, default) for the others.
//
// Each list binds the members by structured binding, so that adding a member without listing it
// here does not compile. `members(archive, object)` takes a const object when the archive writes.
#pragma once

#include "charonia/program/CommandStream.h"
#include "charonia/program/Program.h"

#include <concepts>
#include <type_traits>

namespace charonia::program {

template <typename T, typename U>
concept Of = std::same_as<std::remove_const_t<T>, U>;

template <typename A, Of<SourceFrame> T>
void members(A &ar, T &x) {
  auto &[file, line, column, function, parent] = x;
  ar("file", file, "");
  ar("line", line, 0u);
  ar("column", column, 0u);
  ar("function", function, "");
  ar("parent", parent, kNone);
}

template <typename A, Of<CircularBuffer> T>
void members(A &ar, T &x) {
  auto &[cbName, space, base, slotBytes, depth, resident, type, shape, producer, readers, op] = x;
  ar("name", cbName, "");
  ar("space", space, CbSpace::Ls);
  ar("base", base);
  ar("slotBytes", slotBytes);
  ar("depth", depth);
  ar("resident", resident, false);
  ar("type", type);
  ar("shape", shape);
  ar("producer", producer);
  ar("readers", readers);
  ar("op", op, kNone);
}

template <typename A, Of<CbRead> T>
void members(A &ar, T &x) {
  auto &[cb, reader, offset, pop] = x;
  ar("cb", cb);
  ar("reader", reader, 0u);
  ar("offset", offset, 0);
  ar("pop", pop, 0);
}

template <typename A, Of<CbWrite> T>
void members(A &ar, T &x) {
  auto &[cb, reserve, offset, push] = x;
  ar("cb", cb);
  ar("reserve", reserve, 0);
  ar("offset", offset, 0);
  ar("push", push, 0);
}

template <typename A, Of<TileValue> T>
void members(A &ar, T &x) {
  auto &[type, shape] = x;
  ar("type", type);
  ar("shape", shape);
}

template <typename A, Of<TileInst> T>
void members(A &ar, T &x) {
  auto &[op, results, operands, fn, index, axis, reverse, imm, atomic, body, permutation, strides,
         text, opId] = x;
  ar("op", op);
  ar("results", results, 0);
  ar("operands", operands, 0);
  ar("fn", fn, Fn::AddI);
  ar("index", index, 0u);
  ar("axis", axis, 0);
  ar("reverse", reverse, false);
  ar("imm", imm, 0);
  ar("atomic", atomic, AtomicOp::Add);
  ar("body", body, kNone);
  ar("permutation", permutation, 0);
  ar("strides", strides, 0);
  ar("text", text, "");
  ar("opId", opId, kNone);
}

template <typename A, Of<VectorPass> T>
void members(A &ar, T &x) {
  auto &[insts, loads, spills, kept, live, lmul, byRow, byStrip, together] = x;
  ar("insts", insts);
  ar("loads", loads, 0);
  ar("spills", spills, 0);
  ar("kept", kept, 0);
  ar("live", live);
  ar("lmul", lmul);
  ar("byRow", byRow, false);
  ar("byStrip", byStrip, false);
  ar("together", together, false);
}

template <typename A, Of<TileProgram> T>
void members(A &ar, T &x) {
  auto &[values, insts, inputs, outputs, scratchBytes, scratchBase, passes] = x;
  ar("values", values);
  ar("insts", insts);
  ar("inputs", inputs, 0);
  ar("outputs", outputs, 0);
  ar("scratchBytes", scratchBytes, 0);
  ar("scratchBase", scratchBase, 0);
  ar("passes", passes, 0);
}

template <typename A, Of<DmaDescriptor> T>
void members(A &ar, T &x) {
  auto &[base, strides, lower, upper, padBits, broadcast, arg, keepRest, rowDim] = x;
  ar("base", base);
  ar("strides", strides);
  ar("lower", lower);
  ar("upper", upper);
  ar("padBits", padBits, 0);
  ar("broadcast", broadcast, BroadcastGroup::None);
  ar("arg", arg, -1);
  ar("keepRest", keepRest, false);
  ar("rowDim", rowDim, -1);
}

template <typename A, Of<Command> T>
void members(A &ar, T &x) {
  auto &[unit, kind, reads, writes, dma, tileProgram, scalarInputs, scalarOutputs, extents,
         hasOperands, hasInit, accumulate, transposeA, transposeB, permutation, networkFn,
         networkGroup, networkRoot, op, frame] = x;
  ar("unit", unit);
  ar("kind", kind);
  ar("reads", reads, 0);
  ar("writes", writes, 0);
  ar("dma", dma, 0);
  ar("tileProgram", tileProgram, kNone);
  ar("scalarInputs", scalarInputs, 0);
  ar("scalarOutputs", scalarOutputs, 0);
  ar("extents", extents, 0);
  ar("hasOperands", hasOperands, true);
  ar("hasInit", hasInit, false);
  ar("accumulate", accumulate, false);
  ar("transposeA", transposeA, false);
  ar("transposeB", transposeB, false);
  ar("permutation", permutation, 0);
  ar("networkFn", networkFn, Fn::AddI);
  ar("networkGroup", networkGroup, BroadcastGroup::None);
  ar("networkRoot", networkRoot, 0);
  ar("op", op, kNone);
  ar("frame", frame, kNone);
}

template <typename A, Of<Instr> T>
void members(A &ar, T &x) {
  auto &[op, fn, in, out, dst, a, b, c, imm, target, opId] = x;
  ar("op", op);
  ar("fn", fn, Fn::AddI);
  ar("in", in, ElementType::I64);
  ar("out", out, ElementType::I64);
  ar("dst", dst, 0u);
  ar("a", a, 0u);
  ar("b", b, 0u);
  ar("c", c, 0u);
  ar("imm", imm, 0);
  ar("target", target, 0u);
  ar("opId", opId, kNone);
}

template <typename A, Of<RegisterInit> T>
void members(A &ar, T &x) {
  auto &[kind, index, reg] = x;
  ar("kind", kind);
  ar("index", index, 0u);
  ar("reg", reg);
}

template <typename A, Of<CoreProgram> T>
void members(A &ar, T &x) {
  auto &[code, numRegs, inits] = x;
  ar("code", code);
  ar("numRegs", numRegs);
  ar("inits", inits, 0);
}

template <typename A, Of<PidMapping> T>
void members(A &ar, T &x) {
  auto &[kind, lists] = x;
  ar("kind", kind);
  ar("lists", lists, 0);
}

template <typename A, Of<Parameter> T>
void members(A &ar, T &x) {
  auto &[parameterName, isPointer, type, written] = x;
  ar("name", parameterName);
  ar("isPointer", isPointer, false);
  ar("type", type);
  ar("written", written, false);
}

template <typename A, Of<Program> T>
void members(A &ar, T &x) {
  auto &[version, kernel, policy, parameters, cores, commands, tilePrograms, cbs, mapping, lsBytes,
         frames, opFrames, opNames, texts] = x;
  ar("version", version);
  ar("kernel", kernel);
  ar("policy", policy);
  ar("parameters", parameters);
  ar("core0", cores[0]);
  ar("core1", cores[1]);
  ar("commands", commands);
  ar("tilePrograms", tilePrograms, 0);
  ar("cbs", cbs);
  ar("mapping", mapping);
  ar("lsBytes", lsBytes, 0);
  ar("frames", frames, 0);
  ar("opFrames", opFrames, 0);
  ar("opNames", opNames, 0);
  ar("texts", texts, 0);
}

template <typename A, Of<StreamEntry> T>
void members(A &ar, T &x) {
  auto &[kind, command, cycles, address, bytes, unit, values] = x;
  ar("kind", kind);
  ar("command", command, kNone);
  ar("cycles", cycles, 0);
  ar("address", address, 0);
  ar("bytes", bytes, 0);
  ar("unit", unit, Unit::FiRead);
  ar("values", values, 0);
}

template <typename A, Of<MemoryRange> T>
void members(A &ar, T &x) {
  auto &[address, bytes] = x;
  ar("address", address);
  ar("bytes", bytes);
}

template <typename A, Of<CommandStream> T>
void members(A &ar, T &x) {
  auto &[version, numPes, entries, resident] = x;
  ar("version", version);
  ar("numPes", numPes);
  ar("entries", entries);
  ar("resident", resident, 0);
}

} // namespace charonia::program
