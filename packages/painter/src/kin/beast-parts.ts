import { draw, fill, line, mix } from '../shapes.ts'

/** Fur in four tones: the side in light, the side in shadow, muzzle and belly, the inside of the ears. */
export type Fur = readonly [light: string, shade: string, pale: string, inner: string]

export const FURS = {
  ginger: ['#d5792f', '#9a4d1c', '#f8e8d2', '#7a4038'],
  grey: ['#8b8a95', '#5a5966', '#e4e0dc', '#8a6068'],
  black: ['#3a3540', '#211d27', '#8f8890', '#7d4a4e'],
  white: ['#efe7da', '#bcb0a8', '#ffffff', '#d99a98'],
  brown: ['#7d5436', '#503320', '#d9b48c', '#5f3a34'],
  golden: ['#d7a24d', '#a0702c', '#f6e2b8', '#8a5436'],
} as const satisfies Record<string, Fur>

export type FurName = keyof typeof FURS

const pair = (left: string, right: string): string => draw(left, right)

const catEars = ([light, shade, , inner]: Fur): string =>
  pair(
    fill('M196 262C186 204 186 150 200 118C244 138 274 172 288 210Z', light) +
      fill('M214 236C206 204 206 172 212 150C238 164 256 186 266 208Z', inner),
    fill('M404 262C414 204 414 150 400 118C356 138 326 172 312 210Z', shade) +
      fill('M386 236C394 204 394 172 388 150C362 164 344 186 334 208Z', mix(inner, '#000000', 0.25)),
  )

const foxEars = ([light, shade, pale, inner]: Fur): string =>
  pair(
    fill('M190 262C172 190 166 120 178 74C226 108 268 160 290 212Z', light) +
      fill('M178 74C196 86 212 100 226 116L184 130C178 110 176 90 178 74Z', mix(shade, '#000000', 0.45)) +
      fill('M208 240C196 196 192 160 196 134C226 158 250 186 264 214Z', mix(pale, inner, 0.45)),
    fill('M410 262C428 190 434 120 422 74C374 108 332 160 310 212Z', shade) +
      fill('M422 74C404 86 388 100 374 116L416 130C422 110 424 90 422 74Z', mix(shade, '#000000', 0.6)) +
      fill('M392 240C404 196 408 160 404 134C374 158 350 186 336 214Z', mix(inner, '#000000', 0.2)),
  )

const rabbitEars = ([light, shade, , inner]: Fur): string =>
  pair(
    fill('M232 236C196 170 176 70 206 14C244 20 276 120 284 214Z', light) +
      fill('M240 214C216 160 200 90 214 42C240 60 260 140 266 204Z', inner),
    fill('M368 236C404 170 424 70 394 14C356 20 324 120 316 214Z', shade) +
      fill('M360 214C384 160 400 90 386 42C360 60 340 140 334 204Z', mix(inner, '#000000', 0.22)),
  )

const bearEars = ([light, shade, , inner]: Fur): string =>
  pair(
    `<circle cx="206" cy="196" r="46" fill="${light}"/><circle cx="208" cy="200" r="25" fill="${inner}"/>`,
    `<circle cx="394" cy="196" r="46" fill="${shade}"/><circle cx="392" cy="200" r="25" fill="${mix(inner, '#000000', 0.25)}"/>`,
  )

/** Ears on top of a head of 95 units half width, scaled with the hair. */
export const BEAST_EARS = { cat: catEars, fox: foxEars, wolf: foxEars, rabbit: rabbitEars, bear: bearEars }

export type BeastEars = keyof typeof BEAST_EARS

const bushy = ([light, shade, pale]: Fur): string =>
  draw(
    fill(
      'M420 720C520 700 580 600 560 470C556 420 530 380 500 366C510 420 496 470 460 520C430 570 400 640 420 720Z',
      light,
    ),
    fill('M420 720C520 700 580 600 560 470C552 560 500 640 430 690Z', shade),
    fill('M560 470C556 420 530 380 500 366C506 396 504 420 498 444C520 440 540 452 560 470Z', pale),
  )

const slim = ([light, shade]: Fur): string =>
  draw(
    line('M430 740C520 720 560 650 540 570C526 510 540 450 574 430', light, 30),
    line('M440 748C530 726 572 650 552 572C540 516 552 462 580 440', shade, 10, 0.8),
  )

const puff = ([light, , pale]: Fur): string =>
  draw(
    `<circle cx="500" cy="690" r="52" fill="${pale}"/>`,
    `<circle cx="512" cy="702" r="38" fill="${light}" fill-opacity=".4"/>`,
  )

const devil = (): string =>
  draw(
    line('M430 740C520 720 566 650 536 560C524 520 530 470 556 440', '#8a2f35', 13),
    fill('M556 462L522 440L566 386L592 450Z', '#8a2f35'),
    fill('M556 462L566 386L592 450Z', '#5c1d26'),
  )

const fin = (): string =>
  draw(
    fill(
      'M400 800C470 740 520 640 500 520C540 500 580 440 584 380C540 390 500 410 484 440C470 400 440 370 400 360C396 420 420 480 460 516C480 620 450 700 380 760Z',
      '#3f9a95',
    ),
    fill(
      'M500 520C540 500 580 440 584 380C540 390 500 410 484 440C490 470 490 496 486 520C506 640 470 740 400 800C470 740 520 640 500 520Z',
      '#27676f',
    ),
    line('M478 500C460 460 440 420 416 388M496 500C520 470 550 430 570 400', '#bff0dc', 4, 0.7),
  )

/** What shows beside the figure, behind the shoulder. */
export const TAILS = { bushy, slim, puff, devil, fin }

export type TailName = keyof typeof TAILS

const demonHorns = (): string =>
  draw(
    fill('M226 226C190 190 172 130 196 74C204 120 232 160 268 190C258 206 242 220 226 226Z', '#4a3338'),
    fill('M374 226C410 190 428 130 404 74C396 120 368 160 332 190C342 206 358 220 374 226Z', '#2c1e23'),
    line('M202 150q12 -2 20 -10M208 180q14 -2 24 -12', '#8a6a66', 4, 0.7),
    line('M398 150q-12 -2 -20 -10M392 180q-14 -2 -24 -12', '#6a4c4c', 4, 0.6),
  )

const ramHorns = (): string =>
  draw(
    line('M232 214C186 186 138 206 136 262C136 306 178 318 192 290C200 268 180 256 170 270', '#c9b08a', 25),
    line('M368 214C414 186 462 206 464 262C464 306 422 318 408 290C400 268 420 256 430 270', '#8f7652', 25),
    line('M214 196l-6 16M180 196l-2 18M152 216l8 14M140 250l16 4', '#7a6240', 4, 0.7),
  )

const unicornHorn = (): string =>
  draw(
    fill('M282 214L306 60L326 214C312 222 296 222 282 214Z', '#f2e2c0'),
    fill('M306 60L326 214C320 218 314 219 306 220Z', '#c8a878'),
    line('M286 190q20 8 36 -4M290 160q16 8 30 -4M294 130q12 6 22 -4M298 104q8 4 14 -4', '#a8895a', 4, 0.8),
  )

/** Horns on a head of 95 units half width, scaled with the hair. */
export const HORNS = { demon: demonHorns, ram: ramHorns, unicorn: unicornHorn }

export type HornsName = keyof typeof HORNS

export const drawHalo = (): string =>
  '<ellipse cx="300" cy="150" rx="104" ry="26" fill="none" stroke="#ffe08a" stroke-width="13" stroke-opacity=".92"/><ellipse cx="300" cy="150" rx="104" ry="26" fill="none" stroke="#fff6d6" stroke-width="4"/>'
