# expect: KF0002 509:9 branches and loops are nested more than 250 deep
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if n == 0:
        tl.store(o, 0)
    elif n == 1:
        tl.store(o, 1)
    elif n == 2:
        tl.store(o, 1)
    elif n == 3:
        tl.store(o, 1)
    elif n == 4:
        tl.store(o, 1)
    elif n == 5:
        tl.store(o, 1)
    elif n == 6:
        tl.store(o, 1)
    elif n == 7:
        tl.store(o, 1)
    elif n == 8:
        tl.store(o, 1)
    elif n == 9:
        tl.store(o, 1)
    elif n == 10:
        tl.store(o, 1)
    elif n == 11:
        tl.store(o, 1)
    elif n == 12:
        tl.store(o, 1)
    elif n == 13:
        tl.store(o, 1)
    elif n == 14:
        tl.store(o, 1)
    elif n == 15:
        tl.store(o, 1)
    elif n == 16:
        tl.store(o, 1)
    elif n == 17:
        tl.store(o, 1)
    elif n == 18:
        tl.store(o, 1)
    elif n == 19:
        tl.store(o, 1)
    elif n == 20:
        tl.store(o, 1)
    elif n == 21:
        tl.store(o, 1)
    elif n == 22:
        tl.store(o, 1)
    elif n == 23:
        tl.store(o, 1)
    elif n == 24:
        tl.store(o, 1)
    elif n == 25:
        tl.store(o, 1)
    elif n == 26:
        tl.store(o, 1)
    elif n == 27:
        tl.store(o, 1)
    elif n == 28:
        tl.store(o, 1)
    elif n == 29:
        tl.store(o, 1)
    elif n == 30:
        tl.store(o, 1)
    elif n == 31:
        tl.store(o, 1)
    elif n == 32:
        tl.store(o, 1)
    elif n == 33:
        tl.store(o, 1)
    elif n == 34:
        tl.store(o, 1)
    elif n == 35:
        tl.store(o, 1)
    elif n == 36:
        tl.store(o, 1)
    elif n == 37:
        tl.store(o, 1)
    elif n == 38:
        tl.store(o, 1)
    elif n == 39:
        tl.store(o, 1)
    elif n == 40:
        tl.store(o, 1)
    elif n == 41:
        tl.store(o, 1)
    elif n == 42:
        tl.store(o, 1)
    elif n == 43:
        tl.store(o, 1)
    elif n == 44:
        tl.store(o, 1)
    elif n == 45:
        tl.store(o, 1)
    elif n == 46:
        tl.store(o, 1)
    elif n == 47:
        tl.store(o, 1)
    elif n == 48:
        tl.store(o, 1)
    elif n == 49:
        tl.store(o, 1)
    elif n == 50:
        tl.store(o, 1)
    elif n == 51:
        tl.store(o, 1)
    elif n == 52:
        tl.store(o, 1)
    elif n == 53:
        tl.store(o, 1)
    elif n == 54:
        tl.store(o, 1)
    elif n == 55:
        tl.store(o, 1)
    elif n == 56:
        tl.store(o, 1)
    elif n == 57:
        tl.store(o, 1)
    elif n == 58:
        tl.store(o, 1)
    elif n == 59:
        tl.store(o, 1)
    elif n == 60:
        tl.store(o, 1)
    elif n == 61:
        tl.store(o, 1)
    elif n == 62:
        tl.store(o, 1)
    elif n == 63:
        tl.store(o, 1)
    elif n == 64:
        tl.store(o, 1)
    elif n == 65:
        tl.store(o, 1)
    elif n == 66:
        tl.store(o, 1)
    elif n == 67:
        tl.store(o, 1)
    elif n == 68:
        tl.store(o, 1)
    elif n == 69:
        tl.store(o, 1)
    elif n == 70:
        tl.store(o, 1)
    elif n == 71:
        tl.store(o, 1)
    elif n == 72:
        tl.store(o, 1)
    elif n == 73:
        tl.store(o, 1)
    elif n == 74:
        tl.store(o, 1)
    elif n == 75:
        tl.store(o, 1)
    elif n == 76:
        tl.store(o, 1)
    elif n == 77:
        tl.store(o, 1)
    elif n == 78:
        tl.store(o, 1)
    elif n == 79:
        tl.store(o, 1)
    elif n == 80:
        tl.store(o, 1)
    elif n == 81:
        tl.store(o, 1)
    elif n == 82:
        tl.store(o, 1)
    elif n == 83:
        tl.store(o, 1)
    elif n == 84:
        tl.store(o, 1)
    elif n == 85:
        tl.store(o, 1)
    elif n == 86:
        tl.store(o, 1)
    elif n == 87:
        tl.store(o, 1)
    elif n == 88:
        tl.store(o, 1)
    elif n == 89:
        tl.store(o, 1)
    elif n == 90:
        tl.store(o, 1)
    elif n == 91:
        tl.store(o, 1)
    elif n == 92:
        tl.store(o, 1)
    elif n == 93:
        tl.store(o, 1)
    elif n == 94:
        tl.store(o, 1)
    elif n == 95:
        tl.store(o, 1)
    elif n == 96:
        tl.store(o, 1)
    elif n == 97:
        tl.store(o, 1)
    elif n == 98:
        tl.store(o, 1)
    elif n == 99:
        tl.store(o, 1)
    elif n == 100:
        tl.store(o, 1)
    elif n == 101:
        tl.store(o, 1)
    elif n == 102:
        tl.store(o, 1)
    elif n == 103:
        tl.store(o, 1)
    elif n == 104:
        tl.store(o, 1)
    elif n == 105:
        tl.store(o, 1)
    elif n == 106:
        tl.store(o, 1)
    elif n == 107:
        tl.store(o, 1)
    elif n == 108:
        tl.store(o, 1)
    elif n == 109:
        tl.store(o, 1)
    elif n == 110:
        tl.store(o, 1)
    elif n == 111:
        tl.store(o, 1)
    elif n == 112:
        tl.store(o, 1)
    elif n == 113:
        tl.store(o, 1)
    elif n == 114:
        tl.store(o, 1)
    elif n == 115:
        tl.store(o, 1)
    elif n == 116:
        tl.store(o, 1)
    elif n == 117:
        tl.store(o, 1)
    elif n == 118:
        tl.store(o, 1)
    elif n == 119:
        tl.store(o, 1)
    elif n == 120:
        tl.store(o, 1)
    elif n == 121:
        tl.store(o, 1)
    elif n == 122:
        tl.store(o, 1)
    elif n == 123:
        tl.store(o, 1)
    elif n == 124:
        tl.store(o, 1)
    elif n == 125:
        tl.store(o, 1)
    elif n == 126:
        tl.store(o, 1)
    elif n == 127:
        tl.store(o, 1)
    elif n == 128:
        tl.store(o, 1)
    elif n == 129:
        tl.store(o, 1)
    elif n == 130:
        tl.store(o, 1)
    elif n == 131:
        tl.store(o, 1)
    elif n == 132:
        tl.store(o, 1)
    elif n == 133:
        tl.store(o, 1)
    elif n == 134:
        tl.store(o, 1)
    elif n == 135:
        tl.store(o, 1)
    elif n == 136:
        tl.store(o, 1)
    elif n == 137:
        tl.store(o, 1)
    elif n == 138:
        tl.store(o, 1)
    elif n == 139:
        tl.store(o, 1)
    elif n == 140:
        tl.store(o, 1)
    elif n == 141:
        tl.store(o, 1)
    elif n == 142:
        tl.store(o, 1)
    elif n == 143:
        tl.store(o, 1)
    elif n == 144:
        tl.store(o, 1)
    elif n == 145:
        tl.store(o, 1)
    elif n == 146:
        tl.store(o, 1)
    elif n == 147:
        tl.store(o, 1)
    elif n == 148:
        tl.store(o, 1)
    elif n == 149:
        tl.store(o, 1)
    elif n == 150:
        tl.store(o, 1)
    elif n == 151:
        tl.store(o, 1)
    elif n == 152:
        tl.store(o, 1)
    elif n == 153:
        tl.store(o, 1)
    elif n == 154:
        tl.store(o, 1)
    elif n == 155:
        tl.store(o, 1)
    elif n == 156:
        tl.store(o, 1)
    elif n == 157:
        tl.store(o, 1)
    elif n == 158:
        tl.store(o, 1)
    elif n == 159:
        tl.store(o, 1)
    elif n == 160:
        tl.store(o, 1)
    elif n == 161:
        tl.store(o, 1)
    elif n == 162:
        tl.store(o, 1)
    elif n == 163:
        tl.store(o, 1)
    elif n == 164:
        tl.store(o, 1)
    elif n == 165:
        tl.store(o, 1)
    elif n == 166:
        tl.store(o, 1)
    elif n == 167:
        tl.store(o, 1)
    elif n == 168:
        tl.store(o, 1)
    elif n == 169:
        tl.store(o, 1)
    elif n == 170:
        tl.store(o, 1)
    elif n == 171:
        tl.store(o, 1)
    elif n == 172:
        tl.store(o, 1)
    elif n == 173:
        tl.store(o, 1)
    elif n == 174:
        tl.store(o, 1)
    elif n == 175:
        tl.store(o, 1)
    elif n == 176:
        tl.store(o, 1)
    elif n == 177:
        tl.store(o, 1)
    elif n == 178:
        tl.store(o, 1)
    elif n == 179:
        tl.store(o, 1)
    elif n == 180:
        tl.store(o, 1)
    elif n == 181:
        tl.store(o, 1)
    elif n == 182:
        tl.store(o, 1)
    elif n == 183:
        tl.store(o, 1)
    elif n == 184:
        tl.store(o, 1)
    elif n == 185:
        tl.store(o, 1)
    elif n == 186:
        tl.store(o, 1)
    elif n == 187:
        tl.store(o, 1)
    elif n == 188:
        tl.store(o, 1)
    elif n == 189:
        tl.store(o, 1)
    elif n == 190:
        tl.store(o, 1)
    elif n == 191:
        tl.store(o, 1)
    elif n == 192:
        tl.store(o, 1)
    elif n == 193:
        tl.store(o, 1)
    elif n == 194:
        tl.store(o, 1)
    elif n == 195:
        tl.store(o, 1)
    elif n == 196:
        tl.store(o, 1)
    elif n == 197:
        tl.store(o, 1)
    elif n == 198:
        tl.store(o, 1)
    elif n == 199:
        tl.store(o, 1)
    elif n == 200:
        tl.store(o, 1)
    elif n == 201:
        tl.store(o, 1)
    elif n == 202:
        tl.store(o, 1)
    elif n == 203:
        tl.store(o, 1)
    elif n == 204:
        tl.store(o, 1)
    elif n == 205:
        tl.store(o, 1)
    elif n == 206:
        tl.store(o, 1)
    elif n == 207:
        tl.store(o, 1)
    elif n == 208:
        tl.store(o, 1)
    elif n == 209:
        tl.store(o, 1)
    elif n == 210:
        tl.store(o, 1)
    elif n == 211:
        tl.store(o, 1)
    elif n == 212:
        tl.store(o, 1)
    elif n == 213:
        tl.store(o, 1)
    elif n == 214:
        tl.store(o, 1)
    elif n == 215:
        tl.store(o, 1)
    elif n == 216:
        tl.store(o, 1)
    elif n == 217:
        tl.store(o, 1)
    elif n == 218:
        tl.store(o, 1)
    elif n == 219:
        tl.store(o, 1)
    elif n == 220:
        tl.store(o, 1)
    elif n == 221:
        tl.store(o, 1)
    elif n == 222:
        tl.store(o, 1)
    elif n == 223:
        tl.store(o, 1)
    elif n == 224:
        tl.store(o, 1)
    elif n == 225:
        tl.store(o, 1)
    elif n == 226:
        tl.store(o, 1)
    elif n == 227:
        tl.store(o, 1)
    elif n == 228:
        tl.store(o, 1)
    elif n == 229:
        tl.store(o, 1)
    elif n == 230:
        tl.store(o, 1)
    elif n == 231:
        tl.store(o, 1)
    elif n == 232:
        tl.store(o, 1)
    elif n == 233:
        tl.store(o, 1)
    elif n == 234:
        tl.store(o, 1)
    elif n == 235:
        tl.store(o, 1)
    elif n == 236:
        tl.store(o, 1)
    elif n == 237:
        tl.store(o, 1)
    elif n == 238:
        tl.store(o, 1)
    elif n == 239:
        tl.store(o, 1)
    elif n == 240:
        tl.store(o, 1)
    elif n == 241:
        tl.store(o, 1)
    elif n == 242:
        tl.store(o, 1)
    elif n == 243:
        tl.store(o, 1)
    elif n == 244:
        tl.store(o, 1)
    elif n == 245:
        tl.store(o, 1)
    elif n == 246:
        tl.store(o, 1)
    elif n == 247:
        tl.store(o, 1)
    elif n == 248:
        tl.store(o, 1)
    elif n == 249:
        tl.store(o, 1)
    elif n == 250:
        tl.store(o, 1)
    elif n == 251:
        tl.store(o, 1)
    elif n == 252:
        tl.store(o, 1)
    elif n == 253:
        tl.store(o, 1)
    elif n == 254:
        tl.store(o, 1)
    elif n == 255:
        tl.store(o, 1)
    elif n == 256:
        tl.store(o, 1)
    elif n == 257:
        tl.store(o, 1)
    elif n == 258:
        tl.store(o, 1)
    elif n == 259:
        tl.store(o, 1)
    elif n == 260:
        tl.store(o, 1)
    elif n == 261:
        tl.store(o, 1)
    elif n == 262:
        tl.store(o, 1)
    elif n == 263:
        tl.store(o, 1)
    elif n == 264:
        tl.store(o, 1)
    elif n == 265:
        tl.store(o, 1)
    elif n == 266:
        tl.store(o, 1)
    elif n == 267:
        tl.store(o, 1)
    elif n == 268:
        tl.store(o, 1)
    elif n == 269:
        tl.store(o, 1)
    elif n == 270:
        tl.store(o, 1)
    elif n == 271:
        tl.store(o, 1)
    elif n == 272:
        tl.store(o, 1)
    elif n == 273:
        tl.store(o, 1)
    elif n == 274:
        tl.store(o, 1)
    elif n == 275:
        tl.store(o, 1)
    elif n == 276:
        tl.store(o, 1)
    elif n == 277:
        tl.store(o, 1)
    elif n == 278:
        tl.store(o, 1)
    elif n == 279:
        tl.store(o, 1)
    elif n == 280:
        tl.store(o, 1)
    elif n == 281:
        tl.store(o, 1)
    elif n == 282:
        tl.store(o, 1)
    elif n == 283:
        tl.store(o, 1)
    elif n == 284:
        tl.store(o, 1)
    elif n == 285:
        tl.store(o, 1)
    elif n == 286:
        tl.store(o, 1)
    elif n == 287:
        tl.store(o, 1)
    elif n == 288:
        tl.store(o, 1)
    elif n == 289:
        tl.store(o, 1)
    elif n == 290:
        tl.store(o, 1)
    elif n == 291:
        tl.store(o, 1)
    elif n == 292:
        tl.store(o, 1)
    elif n == 293:
        tl.store(o, 1)
    elif n == 294:
        tl.store(o, 1)
    elif n == 295:
        tl.store(o, 1)
    elif n == 296:
        tl.store(o, 1)
    elif n == 297:
        tl.store(o, 1)
    elif n == 298:
        tl.store(o, 1)
    elif n == 299:
        tl.store(o, 1)
