import { draw, each, fill, line, mix } from '../shapes.ts'

const mirrored = (markup: string): string => `<g transform="translate(600 0) scale(-1 1)">${markup}</g>`

const featherWing = (light: string, shade: string): string =>
  draw(
    fill(
      'M260 600C220 500 150 420 92 300C70 250 62 190 74 150C20 230 6 360 34 470C20 480 30 540 56 560C52 590 80 630 110 630C130 670 200 690 262 680Z',
      shade,
    ),
    each(
      [
        'M250 590C200 520 130 420 96 310C80 260 70 200 74 150C44 240 70 380 150 490C180 540 220 580 250 590Z',
        'M240 610C180 580 90 500 40 400C40 470 90 560 160 600C190 616 220 620 240 610Z',
        'M244 640C190 640 100 600 56 550C70 600 120 640 180 650C206 656 230 652 244 640Z',
      ],
      (d) => fill(d, light),
    ),
    line('M110 300C140 400 190 490 244 560M70 440C110 520 170 570 230 596', mix(shade, light, 0.3), 5, 0.8),
  )

const feather = (): string => featherWing('#f7f1e6', '#c9c0c4') + mirrored(featherWing('#d9d0d0', '#a89fae'))

const raven = (): string => featherWing('#3a3444', '#221e2a') + mirrored(featherWing('#2a2533', '#18151f'))

const batWing = (light: string, shade: string): string =>
  draw(
    fill(
      'M250 610C200 540 170 470 160 400C120 400 80 420 40 470C44 380 70 260 150 170C150 230 170 280 200 320C230 400 260 500 270 600Z',
      light,
    ),
    fill(
      'M250 610C200 540 170 470 160 400C120 400 80 420 40 470C44 440 52 404 64 368C100 360 140 366 172 384C200 450 230 540 258 606Z',
      shade,
    ),
    line(
      'M150 172C120 260 90 360 46 462M150 172C150 260 156 330 164 398M150 172C180 300 220 440 258 590',
      mix(shade, '#000000', 0.3),
      6,
    ),
  )

const bat = (): string => batWing('#6b2f3c', '#47202c') + mirrored(batWing('#4f2430', '#351822'))

const fairyWing = (tone: string, edge: string): string =>
  draw(
    `<path d="M262 560C170 520 70 400 60 250C60 210 90 200 120 220C200 280 256 420 270 540Z" fill="${tone}" fill-opacity=".62"/>`,
    `<path d="M256 590C180 580 90 540 60 470C50 440 80 426 110 436C170 456 230 520 262 570Z" fill="${tone}" fill-opacity=".5"/>`,
    line(
      'M262 556C190 470 130 360 92 240M262 556C210 500 150 430 100 320M256 584C190 560 130 520 84 462',
      edge,
      3.4,
      0.7,
    ),
    line('M262 560C170 520 70 400 60 250C60 210 90 200 120 220C200 280 256 420 270 540', edge, 4.4, 0.8),
  )

const fairy = (): string => fairyWing('#bfe9dc', '#f3fff6') + mirrored(fairyWing('#8fc7c9', '#d2f0ea'))

/** What spreads behind the shoulders. */
export const WINGS = { feather, raven, bat, fairy }

export type WingsName = keyof typeof WINGS
