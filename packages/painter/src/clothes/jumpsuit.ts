import { draw, fill, line, mix } from '../shapes.ts'
import { lapels, torso, vee } from './cuts.ts'
import type { Garment } from './garment.ts'

export const jumpsuit: Garment = ([light, shade], neck) =>
  draw(
    torso([light, shade], neck, 258),
    lapels([mix(light, '#ffffff', 0.14), mix(shade, '#ffffff', 0.05)], neck, 516, 110),
    vee(['#d9d2c4', '#a79f93'], neck, 516, 60, 596),
    line('M300 600V760', '#2a2320', 5),
    `<circle cx="180" cy="660" r="34" fill="#223a63"/><circle cx="180" cy="660" r="34" fill="none" stroke="#d9a94f" stroke-width="5"/><path d="M160 672l40 -24M196 646l8 -10" stroke="#f3e6c8" stroke-width="6" stroke-linecap="round"/><circle cx="172" cy="646" r="4" fill="#fff"/>`,
    fill('M384 640h84v22h-84z', '#8a2c26'),
    line('M394 651h60', '#f3e6c8', 5),
    line('M120 590l50 -20M480 590l-50 -20', '#d9a94f', 6, 0.7),
  )
