import { dot, draw, fill, line, mix, path } from '../shapes.ts'
import { torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const workCollar: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 250),
    fill(
      path`M${262 - neck} 552C${254 - neck} 520 ${270 - neck} 492 ${286 - neck} 488C${300 - neck} 548 ${300 + neck} 548 ${314 + neck} 488C${330 + neck} 492 ${346 + neck} 520 ${338 + neck} 552C${310 + neck} 612 ${290 - neck} 612 ${262 - neck} 552Z`,
      trim,
    ),
    fill(
      path`M304 533C${288 + neck} 532 ${304 + neck} 520 ${314 + neck} 488C${330 + neck} 492 ${346 + neck} 520 ${338 + neck} 552C${326 + neck} 588 ${290 + neck} 598 304 598Z`,
      trimShade,
    ),
    line(path`M${272 - neck} 544C${296 - neck} 586 ${304 + neck} 586 ${328 + neck} 544`, '#2d6b62', 4, 0.8),
    `<circle cx="300" cy="566" r="44" fill="#b7f4a4" fill-opacity=".18"/><path d="M284 544h32v40a16 16 0 0 1 -32 0z" fill="#dff9d2" fill-opacity=".9"/><path d="M300 588V558M300 570c-10 -2 -12 -10 -12 -16c8 0 12 6 12 16c0 -10 6 -16 12 -16c0 8 -4 14 -12 16" fill="#4f9a4a" stroke="#2f6f3c" stroke-width="3"/>`,
    line('M160 640L250 668M150 690l90 20', mix(light, '#ffffff', 0.3), 5, 0.6),
    dot(414, 664, 18, trim),
    line('M414 654v20M404 664h20', '#a13a34', 6),
  )
