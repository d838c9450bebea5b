# expect: KF0103 58:5 there is no `tl.missing0`
# expect: KF0103 59:5 there is no `tl.missing1`
# expect: KF0103 60:5 there is no `tl.missing2`
# expect: KF0103 61:5 there is no `tl.missing3`
# expect: KF0103 62:5 there is no `tl.missing4`
# expect: KF0103 63:5 there is no `tl.missing5`
# expect: KF0103 64:5 there is no `tl.missing6`
# expect: KF0103 65:5 there is no `tl.missing7`
# expect: KF0103 66:5 there is no `tl.missing8`
# expect: KF0103 67:5 there is no `tl.missing9`
# expect: KF0103 68:5 there is no `tl.missing10`
# expect: KF0103 69:5 there is no `tl.missing11`
# expect: KF0103 70:5 there is no `tl.missing12`
# expect: KF0103 71:5 there is no `tl.missing13`
# expect: KF0103 72:5 there is no `tl.missing14`
# expect: KF0103 73:5 there is no `tl.missing15`
# expect: KF0103 74:5 there is no `tl.missing16`
# expect: KF0103 75:5 there is no `tl.missing17`
# expect: KF0103 76:5 there is no `tl.missing18`
# expect: KF0103 77:5 there is no `tl.missing19`
# expect: KF0103 78:5 there is no `tl.missing20`
# expect: KF0103 79:5 there is no `tl.missing21`
# expect: KF0103 80:5 there is no `tl.missing22`
# expect: KF0103 81:5 there is no `tl.missing23`
# expect: KF0103 82:5 there is no `tl.missing24`
# expect: KF0103 83:5 there is no `tl.missing25`
# expect: KF0103 84:5 there is no `tl.missing26`
# expect: KF0103 85:5 there is no `tl.missing27`
# expect: KF0103 86:5 there is no `tl.missing28`
# expect: KF0103 87:5 there is no `tl.missing29`
# expect: KF0103 88:5 there is no `tl.missing30`
# expect: KF0103 89:5 there is no `tl.missing31`
# expect: KF0103 90:5 there is no `tl.missing32`
# expect: KF0103 91:5 there is no `tl.missing33`
# expect: KF0103 92:5 there is no `tl.missing34`
# expect: KF0103 93:5 there is no `tl.missing35`
# expect: KF0103 94:5 there is no `tl.missing36`
# expect: KF0103 95:5 there is no `tl.missing37`
# expect: KF0103 96:5 there is no `tl.missing38`
# expect: KF0103 97:5 there is no `tl.missing39`
# expect: KF0103 98:5 there is no `tl.missing40`
# expect: KF0103 99:5 there is no `tl.missing41`
# expect: KF0103 100:5 there is no `tl.missing42`
# expect: KF0103 101:5 there is no `tl.missing43`
# expect: KF0103 102:5 there is no `tl.missing44`
# expect: KF0103 103:5 there is no `tl.missing45`
# expect: KF0103 104:5 there is no `tl.missing46`
# expect: KF0103 105:5 there is no `tl.missing47`
# expect: KF0103 106:5 there is no `tl.missing48`
# expect: KF0103 107:5 there is no `tl.missing49`
# expect: KF0006 107:5 stopped after 50 errors
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.missing0(n)
    tl.missing1(n)
    tl.missing2(n)
    tl.missing3(n)
    tl.missing4(n)
    tl.missing5(n)
    tl.missing6(n)
    tl.missing7(n)
    tl.missing8(n)
    tl.missing9(n)
    tl.missing10(n)
    tl.missing11(n)
    tl.missing12(n)
    tl.missing13(n)
    tl.missing14(n)
    tl.missing15(n)
    tl.missing16(n)
    tl.missing17(n)
    tl.missing18(n)
    tl.missing19(n)
    tl.missing20(n)
    tl.missing21(n)
    tl.missing22(n)
    tl.missing23(n)
    tl.missing24(n)
    tl.missing25(n)
    tl.missing26(n)
    tl.missing27(n)
    tl.missing28(n)
    tl.missing29(n)
    tl.missing30(n)
    tl.missing31(n)
    tl.missing32(n)
    tl.missing33(n)
    tl.missing34(n)
    tl.missing35(n)
    tl.missing36(n)
    tl.missing37(n)
    tl.missing38(n)
    tl.missing39(n)
    tl.missing40(n)
    tl.missing41(n)
    tl.missing42(n)
    tl.missing43(n)
    tl.missing44(n)
    tl.missing45(n)
    tl.missing46(n)
    tl.missing47(n)
    tl.missing48(n)
    tl.missing49(n)
    tl.missing50(n)
    tl.missing51(n)
    tl.missing52(n)
    tl.missing53(n)
    tl.missing54(n)
    tl.missing55(n)
    tl.missing56(n)
    tl.missing57(n)
    tl.missing58(n)
    tl.missing59(n)
