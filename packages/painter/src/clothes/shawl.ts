import { dot, draw, fill, line, mix } from '../shapes.ts'
import { band, torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const shawl: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso(['#e9e0cf', '#bfb3a2'], neck, 236),
    band(['#f6eedd', '#cdc1af'], neck, 10),
    line('M300 562V680', '#a79a86', 4),
    dot(300, 596, 5, '#8a5a2a'),
    dot(300, 630, 5, '#8a5a2a'),
    fill('M50 760C52 640 120 560 226 528C262 590 250 690 244 760Z', light),
    fill('M552 760C548 640 480 560 374 528C356 560 350 590 352 620C330 660 340 720 348 760Z', shade),
    line('M226 534C262 594 252 680 246 756', trim, 9),
    line('M374 534C354 580 342 660 350 756', trimShade, 9),
    line('M120 640C170 610 200 600 226 600M96 690C150 660 196 650 232 650', mix(light, '#ffffff', 0.25), 5, 0.6),
  )
