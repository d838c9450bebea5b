// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kinds of kernel arguments: what the launch gives and what the kernel's signature becomes.
#include "EmitHelper.h"

#include <gmock/gmock.h>
#include <sstream>

using namespace charonia;
using namespace charonia::frontend::test;
using testing::HasSubstr;
using testing::Not;

namespace {

const char *const kHeader = "import ctypes\nimport triton\nimport triton.language as tl\n\n\n";

launch::Launch launchOf(const std::string &args, const std::string &constexprs = "{}") {
  auto parsed = launch::parseLaunch(
      R"({"format": "charonia-launch/1", "kernel": {"source": "t.py", "function": "k"}, "grid": [1], )"
      R"("constexprs": )" +
          constexprs + R"(, "args": [)" + args + "]}",
      "t.launch.json");
  EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : parsed.error()[0].message);
  return parsed.value_or(launch::Launch());
}

Emitted emitted(const std::string &text, const std::string &args,
                const std::string &constexprs = "{}", std::ostream *run = nullptr) {
  return emitText(kHeader + text, "t.py", launchOf(args, constexprs), false, run);
}

std::string irOf(const std::string &text, const std::string &args,
                 const std::string &constexprs = "{}") {
  Emitted result = emitted(text, args, constexprs);
  EXPECT_FALSE(result.ir.empty()) << result.diagnostic(0);
  return result.ir;
}

/// What the kernel leaves in the buffer `name`.
std::string ran(const std::string &text, const std::string &args, const std::string &name,
                const std::string &constexprs = "{}") {
  std::ostringstream out;
  Emitted result = emitted(text, args, constexprs, &out);
  EXPECT_FALSE(result.ir.empty()) << result.diagnostic(0);
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(name + " =", 0) == 0) {
      return line.substr(name.size() + 3);
    }
  }
  return "no buffer " + name + ":\n" + out.str();
}

const std::string kOut = R"({"name": "out", "type": "*i64", "values": [0, 0, 0, 0]})";

} // namespace

TEST(Arguments, OneIsAConstant) {
  std::string text = "@triton.jit\ndef k(n, m):\n    tl.static_assert(n == 1)\n";
  EXPECT_THAT(irOf(text, R"({"name": "n", "type": "i32", "value": 1},
                            {"name": "m", "type": "i32", "value": 2})"),
              HasSubstr("@k(%arg0: i32)"));
}

TEST(Arguments, OneStaysWhereTheKernelSaysSo) {
  std::string one = R"({"name": "n", "type": "i32", "value": 1})";
  EXPECT_THAT(irOf("@triton.jit(do_not_specialize=['n'])\ndef k(n):\n    pass\n", one),
              HasSubstr("@k(%arg0: i32)"));
  EXPECT_THAT(irOf("@triton.jit(do_not_specialize=[0])\ndef k(n):\n    pass\n", one),
              HasSubstr("@k(%arg0: i32)"));
  EXPECT_THAT(irOf("@triton.jit\ndef k(n: tl.int32):\n    pass\n", one),
              HasSubstr("@k(%arg0: i32)"));
  EXPECT_THAT(irOf("@triton.jit(do_not_specialize_on_alignment=['n'])\ndef k(n):\n    pass\n", one),
              HasSubstr("@k()"));
}

TEST(Arguments, BoolsAndFloatsAreNotSpecialised) {
  EXPECT_THAT(irOf("@triton.jit\ndef k(b, f):\n    pass\n",
                   R"({"name": "b", "type": "i1", "value": true},
                      {"name": "f", "type": "fp32", "value": 1})"),
              HasSubstr("@k(%arg0: i1, %arg1: f32)"));
}

TEST(Arguments, DivisibilityFollowsTheRules) {
  std::string sixteen = R"({"name": "n", "type": "i32", "value": 48})";
  EXPECT_THAT(irOf("@triton.jit\ndef k(n: tl.int32):\n    pass\n", sixteen),
              HasSubstr("tt.divisibility = 16"));
  for (const char *option : {"do_not_specialize", "do_not_specialize_on_alignment"}) {
    EXPECT_THAT(
        irOf("@triton.jit(" + std::string(option) + "=['n'])\ndef k(n):\n    pass\n", sixteen),
        HasSubstr("@k(%arg0: i32)"));
    EXPECT_THAT(irOf("@triton.jit(" + std::string(option) + "=('n',))\ndef k(n):\n    pass\n",
                     R"({"name": "n", "type": "*fp32", "elements": 4})"),
                HasSubstr("@k(%arg0: !tt.ptr<f32>)"));
  }
}

TEST(Arguments, AnnotationAndLaunchAgreeOnTheType) {
  Emitted result = emitted("@triton.jit\ndef k(n: tl.int64):\n    pass\n",
                           R"({"name": "n", "type": "i32", "value": 3})");
  EXPECT_EQ(result.diagnostic(0),
            "KF0053 7:7 the annotation of `n` says i64, but the launch gives i32");
}

TEST(Arguments, ConstPointerIsNotWritten) {
  std::string argument = R"({"name": "p", "type": "*i32", "elements": 4})";
  EXPECT_EQ(
      emitted("@triton.jit\ndef k(p: tl.const):\n    tl.store(p, 1)\n", argument).diagnostic(0),
      "KF0501 8:5 tl.store through a pointer to constant memory");
}

TEST(Arguments, NoneIsAConstant) {
  EXPECT_THAT(irOf("@triton.jit\ndef k(p, q):\n    if p is None:\n        tl.store(q, 1)\n",
                   R"({"name": "p", "type": "constexpr", "value": null},
                      {"name": "q", "type": "*i32", "elements": 4})"),
              HasSubstr("@k(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32})"));
}

TEST(Arguments, TuplesAreFlattened) {
  std::string text = "@triton.jit\ndef k(t):\n    tl.static_assert(t[1][1] == 1)\n"
                     "    tl.static_assert(t[2] == 7)\n    tl.store(t[0], t[1][0] + t[2])\n";
  std::string tuple = R"({"name": "t", "type": "tuple", "items": [
      {"type": "*i64", "values": [0]},
      {"type": "tuple", "items": [{"type": "i32", "value": 5}, {"type": "i32", "value": 1}]},
      {"type": "constexpr", "value": 7}]})";
  EXPECT_THAT(irOf(text, tuple),
              HasSubstr("@k(%arg0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %arg1: i32)"));
  EXPECT_EQ(ran(text, tuple, "t.0"), "12");
}

TEST(Arguments, NamedTuplesHaveNames) {
  std::string text = "from typing import NamedTuple\n\nclass Pair(NamedTuple):\n    a: int\n"
                     "    b: int = 4\n\n@triton.jit\ndef k(out, p: Pair):\n"
                     "    q = Pair(p.b)\n    tl.store(out, p.a * 10 + q.a)\n"
                     "    tl.store(out + 1, q.b)\n";
  EXPECT_EQ(ran(text,
                kOut + R"(, {"name": "p", "type": "tuple", "items": [{"type": "i32", "value": 3},
                             {"type": "i32", "value": 5}]})",
                "out"),
            "35 4 0 0");
}

TEST(Arguments, FunctionsAndTypesInLists) {
  std::string text = "@triton.jit\ndef twice(x):\n    return x * 2\n\n"
                     "@triton.jit\ndef next(x):\n    return x + 1\n\n"
                     "@triton.jit\ndef k(out, F: tl.constexpr, T: tl.constexpr):\n    x = 5\n"
                     "    for i in tl.static_range(len(F)):\n        x = F[i](x)\n"
                     "    tl.store(out, x.to(T[0]).to(T[1]))\n";
  EXPECT_EQ(ran(text, kOut, "out",
                R"({"F": [{"function": "twice"}, {"function": "next"}, {"function": "twice"}],
                    "T": [{"dtype": "fp32"}, {"dtype": "i64"}]})"),
            "22 0 0 0");
}

TEST(Arguments, DescriptorsAreBaseShapeAndStrides) {
  std::string text = "@triton.jit\ndef k(d, out):\n    x = d.load([1, 1])\n"
                     "    tl.store(out, tl.sum(tl.sum(x, 1), 0))\n"
                     "    tl.store(out + 1, d.shape[0])\n    tl.store(out + 2, d.strides[0])\n";
  std::string args =
      R"({"name": "d", "type": "tensordesc<i32[2, 4]>", "base": {"values": [0, 1, 2, 3, 4, 5, 6, 7, 8,
          9, 10, 11]}, "shape": [2, 3], "strides": [6, 1]}, )" +
      kOut;
  EXPECT_THAT(irOf(text, args), HasSubstr("@k(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, "
                                          "%arg1: i32, %arg2: i32, %arg3: i64, %arg4: i64"));
  // Of rows 1 and 2, columns 1 to 4, the tensor of 2 x 3 has (1, 1) and (1, 2) only.
  EXPECT_EQ(ran(text, args, "out"), "15 2 6 0");
}

//===-- Structures --------------------------------------------------------------------------===//

namespace {

/// A structure with padding, an array of structures, a pointer and narrow fields.
const std::string kMixed =
    "class Inner(ctypes.Structure):\n"
    "    _fields_ = [('a', ctypes.c_int8), ('b', ctypes.c_int16)]\n\n"
    "class Mixed(ctypes.Structure):\n%PACK%"
    "    _fields_ = [('flag', ctypes.c_bool), ('count', ctypes.c_int64 * 2),\n"
    "                ('inner', Inner * 2), ('ratio', ctypes.c_float),\n"
    "                ('data', ctypes.POINTER(ctypes.c_int32)), ('last', "
    "ctypes.c_uint8)]\n\n"
    "@triton.jit\ndef k(s: Mixed, out):\n"
    "    tl.store(out, s.count[1] + s.inner[1].b)\n"
    "    tl.store(out + 1, tl.load(s.data + 2) + s.last)\n"
    "    tl.store(out + 2, (s.ratio * 8).to(tl.int64) + s.inner[0].a)\n"
    "    tl.store(out + 3, s.flag.to(tl.int64))\n";

std::string mixed(const std::string &pack) {
  std::string text = kMixed;
  text.replace(text.find("%PACK%"), 6, pack.empty() ? "" : "    _pack_ = " + pack + "\n");
  return text;
}

std::string mixedLaunch(const std::string &pack) {
  std::string inner = R"({"type": "struct", "fields": [{"name": "a", "type": "i8", "value": -3},
                          {"name": "b", "type": "i16", "value": 1000}]})";
  return R"({"name": "s", "type": "struct", )" + (pack.empty() ? "" : "\"pack\": " + pack + ", ") +
         R"("fields": [{"name": "flag", "type": "i1", "value": true},
            {"name": "count", "type": "i64[2]", "values": [7, 8000000000]},
            {"name": "inner", "type": "tuple", "items": [)" +
         inner + ", " + inner +
         R"(]}, {"name": "ratio", "type": "fp32", "value": 1.5},
            {"name": "data", "type": "*i32", "values": [1, 2, 300]},
            {"name": "last", "type": "u8", "value": 250}]}, )" +
         kOut;
}

} // namespace

TEST(Structures, FieldsAreReadWhereCPutsThem) {
  EXPECT_EQ(ran(mixed(""), mixedLaunch(""), "out"), "8000001000 550 9 1");
  EXPECT_EQ(ran(mixed("1"), mixedLaunch("1"), "out"), "8000001000 550 9 1");
  EXPECT_EQ(ran(mixed("2"), mixedLaunch("2"), "out"), "8000001000 550 9 1");
}

TEST(Structures, OffsetsAreThoseOfCtypes) {
  // By ctypes: flag 0, count 8, inner 24 (a 0, b 2), ratio 32, data 40, last 48, size 56.
  std::string natural = irOf(mixed(""), mixedLaunch(""));
  for (int offset : {8, 16, 24, 26, 28, 30, 32, 40, 48}) {
    EXPECT_THAT(natural, HasSubstr("arith.constant " + std::to_string(offset) + " : i32"));
  }
  EXPECT_THAT(natural, HasSubstr("@k(%arg0: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg1"));
  // With _pack_ = 1: count 1, inner 17, ratio 25, data 29, last 37.
  std::string packed = irOf(mixed("1"), mixedLaunch("1"));
  for (int offset : {1, 9, 17, 19, 21, 23, 25, 29, 37}) {
    EXPECT_THAT(packed, HasSubstr("arith.constant " + std::to_string(offset) + " : i32"));
  }
}

TEST(Structures, VoidPointersHaveTheLaunchsType) {
  std::string text = "class View(ctypes.Structure):\n"
                     "    _fields_ = [('data', ctypes.c_void_p), ('n', ctypes.c_int)]\n\n"
                     "class Wide(View):\n    data: '*i16'\n"
                     "    _fields_ = [('m', ctypes.c_int)]\n\n"
                     "@triton.jit\ndef k(v: Wide, out):\n"
                     "    tl.store(out, tl.load(v.data + 1) + v.n + v.m)\n";
  EXPECT_EQ(ran(text,
                R"({"name": "v", "type": "struct", "fields": [
                    {"name": "data", "type": "*i16", "values": [5, 6]},
                    {"name": "n", "type": "i32", "value": 10},
                    {"name": "m", "type": "i32", "value": 1}]}, )" +
                    kOut,
                "out"),
            "17 0 0 0");
}

TEST(Structures, ClassAndLaunchAgree) {
  std::string text = "class S(ctypes.Structure):\n    _fields_ = [('a', ctypes.c_int32)]\n\n"
                     "@triton.jit\ndef k(s: S):\n    pass\n";
  auto problem = [&](const std::string &field) {
    return emitted(text, R"({"name": "s", "type": "struct", "fields": [)" + field + "]}")
        .diagnostic(0);
  };
  EXPECT_EQ(problem(R"({"name": "b", "type": "i32", "value": 1})"),
            "KF0053 10:7 the structure `s`: field 0 is `a` in the class, but `b` in the launch");
  EXPECT_EQ(problem(R"({"name": "a", "type": "i64", "value": 1})"),
            "KF0053 10:7 the structure `s.a`: the class says i32, but the launch gives i64");
  EXPECT_EQ(problem(""),
            "KF0053 10:7 the structure `s`: the class has 1 fields, but the launch gives 0");
}

TEST(Structures, WhatIsNotSupportedIsSaid) {
  auto problem = [](const std::string &body) {
    return emitted("class S(ctypes.Structure):\n" + body +
                       "\n\n@triton.jit\ndef k(s: S):\n    pass\n",
                   R"({"name": "s", "type": "struct", "fields": [
                       {"name": "a", "type": "i32", "value": 1}]})")
        .diagnostic(0);
  };
  EXPECT_EQ(problem("    _fields_ = [('a', ctypes.c_int32, 3)]"),
            "KF0053 7:17 the field `a` has a width in bits; bit fields are not supported");
  EXPECT_THAT(problem("    _fields_ = [('a', ctypes.py_object)]"),
              HasSubstr("KF0053 7:23 `ctypes.py_object` is no type of a structure's field"));
  EXPECT_EQ(problem("    pass"), "KF0053 6:1 the structure `S` has no `_fields_`");
}

//===-- Aggregates --------------------------------------------------------------------------===//

namespace {

const std::string kPair = "@tl.core._aggregate\nclass Pair:\n    first: tl.tensor\n"
                          "    second: tl.tensor\n    size: tl.constexpr\n\n"
                          "    def __init__(self, first, second, size):\n"
                          "        self.first = first\n        self.second = second\n"
                          "        self.size = tl.constexpr(size)\n\n"
                          "    @triton.jit\n    def total(self):\n"
                          "        return self.first + self.second * self.size\n\n"
                          "    @triton.jit\n    def with_first(self, first):\n"
                          "        return Pair(first, self.second, self.size)\n\n";

} // namespace

TEST(Aggregates, MethodsAndLoops) {
  std::string text = kPair + "@triton.jit\ndef k(out, n):\n"
                             "    p = Pair(n, n + 1, 3)\n    tl.store(out, p.total())\n"
                             "    for i in range(0, 4):\n        p = p.with_first(p.first + i)\n"
                             "    tl.store(out + 1, p.first)\n    p.second = 100\n"
                             "    tl.store(out + 2, p.total())\n"
                             "    tl.static_assert(isinstance(p, Pair))\n";
  EXPECT_EQ(ran(text, kOut + R"(, {"name": "n", "type": "i64", "value": 5})", "out"),
            "23 11 311 0");
}

TEST(Aggregates, FieldsAreChecked) {
  auto problem = [](const std::string &body) {
    return emitted(kPair + "@triton.jit\ndef k(n):\n    " + body + "\n",
                   R"({"name": "n", "type": "i32", "value": 5})")
        .diagnostic(0);
  };
  EXPECT_THAT(problem("p = Pair(n, 1, 2)"),
              HasSubstr("the field `second` of `Pair` is a tl.tensor, not the constant 1"));
  EXPECT_THAT(problem("p = Pair(n, n, 2)\n    p.third = n"),
              HasSubstr("`Pair` has no field `third`"));
  EXPECT_THAT(problem("p = Pair(n, n, 2)\n    q = p\n    p.first = n"),
              HasSubstr("`p` and `q` are the same object"));
}

//===-- What upstream rejects ---------------------------------------------------------------===//

TEST(Rejected, AsUpstreamDoes) {
  auto problem = [](const std::string &body) {
    return emitted("@triton.jit\ndef k(p, n):\n    " + body + "\n",
                   R"({"name": "p", "type": "*fp64", "elements": 64},
                      {"name": "n", "type": "i32", "value": 5})")
        .diagnostic(0);
  };
  EXPECT_THAT(problem("x = tl.where(n > 1, p, n)"), HasSubstr("KF0302"));
  EXPECT_THAT(problem("x = tl.zeros([4], 'float32')"), HasSubstr("KF0305"));
  EXPECT_THAT(problem("x = tl.sqrt_rn(tl.load(p))"), HasSubstr("KF0305"));
  EXPECT_THAT(problem("x = tl.load(p, padding_option='one')"), HasSubstr("KF0203"));
  EXPECT_THAT(problem("x = tl.make_block_ptr(p, (64,), (1,), (0,), (16,), (1,))"),
              HasSubstr("KF0203"));
}

TEST(Types, BlocksAndPointersAreAsked) {
  EXPECT_FALSE(irOf("@triton.jit\ndef k(p, n):\n    a = tl.arange(0, 4)\n"
                    "    tl.static_assert(isinstance(a.type, tl.block_type))\n"
                    "    tl.static_assert(not isinstance(n.type, tl.block_type))\n"
                    "    tl.static_assert(isinstance(p.type, tl.pointer_type))\n",
                    R"({"name": "p", "type": "*fp32", "elements": 64},
                       {"name": "n", "type": "i32", "value": 5})")
                   .empty());
}
