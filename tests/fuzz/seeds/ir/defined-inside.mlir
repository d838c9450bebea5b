tt.func @k(%p: !tt.ptr<i32>, %a: i1) {
  scf.if %c {
    %c = arith.constant true
  }
  tt.return
}
// -----
tt.func @k(%p: !tt.ptr<i32>, %a: i1) {
  scf.if %c {
    scf.if %a {
      %0, %c = "tt.x"() : () -> (i1, i1)
    }
  }
  tt.return
}
// -----
scf.if %c {
^bb0(%c: i1):
}
// -----
scf.if %a {
  %c = arith.constant true
}
scf.if %c {
  %c = arith.constant true
}
