import { dot, draw, each, fill, line, mix, path } from '../shapes.ts'
import { band, lapels, torso, vee } from './cuts.ts'
import type { Garment } from './garment.ts'

const STEEL = ['#c3c9d3', '#7c8597'] as const

/** A breastplate and shoulder plates over cloth. */
const armour: Garment = ([light, shade, trim], neck) =>
  draw(
    torso([light, shade], neck),
    fill(
      path`M${262 - neck} 548C${230 - neck} 620 220 700 232 800H368C380 700 ${370 + neck} 620 ${338 + neck} 548C${318 + neck} 590 ${282 - neck} 590 ${262 - neck} 548Z`,
      STEEL[0],
    ),
    fill(path`M304 580C320 580 ${326 + neck} 572 ${338 + neck} 548C${370 + neck} 620 380 700 368 800H306Z`, STEEL[1]),
    line('M302 590V800', '#eef1f5', 6, 0.8),
    fill('M56 690C60 604 118 552 206 548C226 590 220 640 196 672C150 656 100 664 56 690Z', '#d4d9e1'),
    fill('M546 690C542 604 484 552 396 548C376 590 382 640 406 672C452 656 502 664 546 690Z', '#69728a'),
    line('M70 664C104 634 156 630 204 646M532 664C500 634 448 630 400 646', trim, 6),
    each([92, 140, 190, 412, 460, 510], (x) => dot(x, 620, 5, x < 300 ? '#8a93a4' : '#4c5468')),
    band(STEEL, neck, 20, 510),
  )

/** A loose robe with wide bands and a clasp. */
const robe: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 256),
    fill(
      path`M${284 - neck} 506C${262 - neck} 540 ${262 - neck} 580 276 640L282 820H304V600C292 580 ${300 - neck} 550 ${284 - neck} 506Z`,
      trim,
    ),
    fill(
      path`M${316 + neck} 506C${338 + neck} 540 ${338 + neck} 580 326 640L324 820H304V600C312 580 ${300 + neck} 550 ${316 + neck} 506Z`,
      trimShade,
    ),
    line(
      'M150 640C160 700 156 750 146 800M452 640C442 700 446 750 456 800M204 620C214 700 214 760 208 800',
      mix(shade, '#000000', 0.25),
      5,
      0.5,
    ),
    dot(304, 626, 18, '#e7bd6a') + dot(304, 626, 8, '#8a3a3a'),
  )

const suit: Garment = ([light, shade, , , accent], neck) =>
  draw(
    torso([light, shade], neck, 240),
    vee(['#f4efe6', '#c9bfb2'], neck, 516, 132),
    fill(path`M288 566L300 552L314 566L308 590L318 690L302 712L286 690L294 590Z`, accent),
    lapels([mix(light, '#ffffff', 0.1), mix(shade, '#000000', 0.16)], neck, 516, 150),
    fill(path`M${288 - neck} 508L300 566L266 582L${272 - neck} 528Z`, '#fffaf0'),
    fill(path`M${312 + neck} 508L300 566L336 582L${328 + neck} 528Z`, '#d8cec0'),
    fill('M430 646l44 -8l4 14l-40 8z', '#efe6d8'),
  )

/** A gown with a high round neck and a sash of jewels. */
const gown: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 218, 530),
    fill(
      path`M${276 - neck} 548C${220 - neck} 560 150 590 110 660C150 664 190 640 216 610C250 640 350 640 384 610C410 640 450 664 490 660C450 590 ${380 + neck} 560 ${324 + neck} 548C${300 + neck} 596 ${300 - neck} 596 ${276 - neck} 548Z`,
      trim,
      0.92,
    ),
    fill(
      path`M304 600C${304 + neck * 0.6} 596 ${310 + neck} 578 ${324 + neck} 548C${380 + neck} 560 450 590 490 660C450 664 410 640 384 610C366 626 336 633 304 633Z`,
      trimShade,
    ),
    each([-3, -2, -1, 0, 1, 2, 3], (step) =>
      dot(302 + step * 17, 572 - Math.abs(step) * 9, step === 0 ? 9 : 6, step === 0 ? '#6fb3c4' : '#f6e8c8'),
    ),
  )

const kimono: Garment = ([light, shade, trim, trimShade, accent], neck) =>
  draw(
    torso([light, shade], neck, 250),
    fill(
      path`M${288 - neck} 500C${270 - neck} 540 ${280 - neck} 600 330 700L356 690C320 620 ${330 - neck} 560 ${300 - neck} 506Z`,
      trim,
    ),
    fill(
      path`M${312 + neck} 500C${330 + neck} 560 320 640 236 720L214 704C280 640 ${290 + neck} 570 ${296 + neck} 506Z`,
      trimShade,
    ),
    fill('M170 716C250 690 356 690 436 716V800H170Z', accent),
    fill('M304 694C352 694 396 702 436 716V800H304Z', mix(accent, '#000000', 0.28)),
    each(
      [
        [136, 650],
        [176, 690],
        [450, 640],
        [424, 600],
      ],
      ([x, y]) =>
        each([0, 1, 2, 3, 4], (petal) =>
          dot(x + Math.cos(petal * 1.257) * 11, y + Math.sin(petal * 1.257) * 11, 8, trim, 0.8),
        ),
    ),
  )

/** A leather jacket with a zip and a turned collar over a shirt. */
const leather: Garment = ([light, shade], neck) =>
  draw(
    torso(['#ece4d8', '#b8ab9c'], neck, 230),
    fill('M52 780C56 640 116 572 232 532C236 620 258 700 272 820H52Z', '#35292b'),
    fill('M548 780C544 640 484 572 368 532C364 620 342 700 328 820H548Z', '#1e1719'),
    fill(
      path`M${286 - neck} 496C${242 - neck} 500 ${216 - neck} 540 ${214 - neck} 590L264 640L ${290 - neck} 560Z`,
      '#4a3a3b',
    ),
    fill(
      path`M${314 + neck} 496C${358 + neck} 500 ${384 + neck} 540 ${386 + neck} 590L336 640L${310 + neck} 560Z`,
      '#2a2022',
    ),
    line('M268 650C274 700 278 750 280 800M334 650C328 700 324 750 322 800', '#b9b4b0', 5),
    band([light, shade], neck, 8),
    line('M110 690l60 -16M490 690l-60 -16', '#6a5654', 5),
  )

const hoodie: Garment = ([light, shade, trim], neck) =>
  draw(
    fill(
      path`M${262 - neck} 500C${210 - neck} 520 ${200 - neck} 570 ${232 - neck} 610H${368 + neck}C${400 + neck} 570 ${390 + neck} 520 ${338 + neck} 500Z`,
      shade,
    ),
    torso([light, shade], neck, 250),
    fill(
      path`M${280 - neck} 500C${230 - neck} 520 ${226 - neck} 590 300 640C280 600 ${300 - neck} 560 ${280 - neck} 500Z`,
      mix(light, '#ffffff', 0.14),
    ),
    fill(
      path`M${320 + neck} 500C${370 + neck} 520 ${374 + neck} 590 300 640C320 600 ${300 + neck} 560 ${320 + neck} 500Z`,
      mix(shade, '#000000', 0.14),
    ),
    line('M272 616C268 660 270 690 266 716M330 616C334 660 330 690 336 716', trim, 7),
  )

/** A high-necked bodice of scales. */
const scales: Garment = ([light, shade, trim], neck) =>
  draw(
    torso([light, shade], neck, 220, 524),
    each([0, 1, 2, 3, 4, 5], (row) =>
      each([0, 1, 2, 3, 4, 5, 6, 7, 8], (column) => {
        const x = 108 + column * 48 + (row % 2) * 24
        const y = 600 + row * 36
        return line(
          path`M${x - 22} ${y}q22 30 44 0`,
          x < 300 ? mix(light, '#ffffff', 0.25) : mix(shade, '#ffffff', 0.18),
          4.5,
          0.8,
        )
      }),
    ),
    each([-2, -1, 0, 1, 2], (step) => dot(302 + step * 24, 566 - Math.abs(step) * 8, 9, trim)),
  )

export const COSTUMES = { armour, gown, hoodie, kimono, leather, robe, scales, suit }
