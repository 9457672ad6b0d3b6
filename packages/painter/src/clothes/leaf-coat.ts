import { draw, fill, line, mix, path } from '../shapes.ts'
import { torso, vee } from './cuts.ts'
import type { Garment } from './garment.ts'

export const leafCoat: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 244),
    vee([trim, trimShade], neck, 516, 80),
    fill(
      path`M${288 - neck} 510C${240 - neck} 520 ${216 - neck} 590 ${236 - neck} 640C${260 - neck} 640 ${270 - neck} 660 ${276 - neck} 700C292 680 296 640 300 620Z`,
      mix(light, '#ffffff', 0.12),
    ),
    fill(
      path`M${312 + neck} 510C${360 + neck} 520 ${384 + neck} 590 ${364 + neck} 640C${340 + neck} 640 ${330 + neck} 660 ${324 + neck} 700C308 680 304 640 300 620Z`,
      mix(shade, '#ffffff', 0.05),
    ),
    line(
      path`M${286 - neck} 524C${262 - neck} 570 ${252 - neck} 610 ${262 - neck} 640M${314 + neck} 524C${338 + neck} 570 ${348 + neck} 610 ${338 + neck} 640`,
      shade,
      4,
      0.6,
    ),
    `<g fill="${mix(light, '#d8e08a', 0.35)}"><circle cx="150" cy="620" r="12"/><circle cx="172" cy="602" r="9"/><circle cx="128" cy="650" r="14"/><circle cx="160" cy="654" r="8"/></g><g fill="${mix(shade, '#8fae52', 0.3)}"><circle cx="452" cy="620" r="12"/><circle cx="430" cy="602" r="9"/><circle cx="474" cy="650" r="14"/></g>`,
    fill('M290 610q10 -14 20 0q-2 14 -10 22q-8 -8 -10 -22z', '#d6a74f'),
  )
