import { draw, each, fill, line, mix } from '../shapes.ts'
import type { Hat } from './worn-types.ts'

/** Where the ribs of the turned-up edge are, and how far it hangs there. */
const RIBS = [
  [206, 246, 296],
  [230, 239, 288],
  [256, 235, 283],
  [282, 232, 281],
  [320, 232, 281],
  [346, 235, 283],
  [372, 239, 288],
  [396, 246, 296],
] as const

/** A knitted cap with a turned-up edge and a stripe. */
export const beanie: Hat = ([light, shade, trim]) =>
  draw(
    fill('M192 262C182 190 228 140 300 138C374 140 420 190 410 262C346 240 256 240 192 262Z', light),
    fill('M306 138C376 142 420 190 410 262C378 251 342 246 306 246Z', shade),
    line(
      'M252 150C234 176 226 208 226 240M300 140V236M350 150C368 176 376 208 376 240',
      mix(shade, '#000000', 0.3),
      4,
      0.4,
    ),
    fill(
      'M190 236C191 224 193 213 197 203C258 184 344 184 405 203C409 213 411 224 412 236C346 214 256 214 190 236Z',
      trim,
    ),
    fill(
      'M306 189C342 190 376 194 405 203C409 213 411 224 412 236C378 225 342 220 306 220Z',
      mix(trim, '#000000', 0.28),
    ),
    fill(
      'M186 308C181 288 183 262 190 246C252 224 350 224 412 246C419 262 421 288 416 308C350 280 252 280 186 308Z',
      mix(light, '#ffffff', 0.12),
    ),
    fill(
      'M306 230C344 231 380 236 412 246C419 262 421 288 416 308C380 294 344 288 306 287Z',
      mix(shade, '#ffffff', 0.06),
    ),
    each(RIBS, ([x, top, bottom]) => line(`M${x} ${top}V${bottom}`, mix(shade, '#000000', 0.3), 4, 0.45)),
    line('M206 218C212 186 236 162 272 154', mix(light, '#ffffff', 0.35), 5, 0.5),
  )
