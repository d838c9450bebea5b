// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts the dimensions of an access until its digits are linear: into finer dimensions where the
// tile divides evenly, into runs (one piece each) where it does not.
#pragma once

#include "TensorForms.h"

namespace charonia::tile {

class IndexSplit {
public:
  IndexSplit(ScalarForms &scalars, llvm::ArrayRef<int64_t> shape);

  /// Cuts for the address of an access; false with the reason if there are too many runs or no
  /// common refinement.
  bool cut(const Form &address, std::string &why);
  /// Cuts further for a form of the mask; false if it has digits that no common cut makes linear.
  bool admit(const Form &condition);

  /// The finer dimensions, row-major in the same order of elements.
  llvm::SmallVector<int64_t> shape() const;
  /// True if pieces follow each other along the finer dimension.
  bool runsAlong(size_t finer) const;
  size_t numPieces() const;
  /// `form` over the finer dimensions in one piece: no digits left.
  Form at(const Form &form, size_t piece) const;
  /// What is negative where an element belongs to the piece.
  std::vector<Form> boundsOf(size_t piece) const;

  /// Strides and extents that tell two elements of the access apart, runs included. `extents`: of
  /// the part of the finer dimensions that the mask leaves.
  std::vector<std::pair<Poly, int64_t>> steps(const Form &address,
                                              llvm::ArrayRef<int64_t> extents) const;

  /// The finer dimension that an uncut dimension became.
  unsigned dimOf(unsigned dim) const;

private:
  /// sum coeff_k * (E // point_k % (point_{k+1} / point_k)), E = start + i; the last one unbounded.
  struct Level {
    int64_t point;
    Poly coeff;
  };
  struct Group {
    Poly start;
    std::vector<Level> levels;
  };
  /// How one dimension is cut: at `points` of its own index (ascending, from 1), so that the finer
  /// dimensions are extent / points.back(), ... ; with runs, along the outermost of them.
  struct Dim {
    int64_t extent = 1;
    std::vector<int64_t> points = {1};
    std::vector<Group> placed; ///< what has been cut for
    bool hasRuns = false;
    Poly start;         ///< of the flat index that runs
    int64_t length = 0; ///< of a run, in elements
    int64_t runs = 1;   ///< at most
    Poly first, offset; ///< start // length; start % length in units of points.back()
    int64_t outer() const { return extent / points.back(); }
    int64_t unit() const { return length / points.back(); }
    /// True if the group has steps between runs.
    bool isRun(const Group &group) const;
    /// Runs that the group's flat index is ahead of `start`; nothing if its runs lie elsewhere.
    std::optional<int64_t> shiftOf(const Group &group) const;
  };

  std::optional<std::vector<Group>> groupsOf(const Form &form, unsigned dim, Poly &base) const;
  static bool refine(Group &group, int64_t point);
  bool place(const Form &form, std::string &why);
  bool placeGroups(Dim &dim, const std::vector<Group> &groups, std::string &why);
  /// True if the group is linear in the finer dimensions of each run.
  bool suits(const Dim &dim, const Group &group) const;
  void makeRuns(Dim &dim);
  void addGroup(Form &form, const Group &group, size_t dim, size_t first, int64_t run) const;
  int64_t runIn(size_t dim, size_t piece) const;
  size_t firstOf(size_t dim) const;

  ScalarForms &m_scalars;
  std::vector<Dim> m_dims;
};

} // namespace charonia::tile
