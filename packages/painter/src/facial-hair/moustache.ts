import { draw, fill, line, path } from '../shapes.ts'
import type { FacialHair } from './facial-hair.ts'

export const moustache: FacialHair = ({ fx, my, tones: [light, shade, shine], n }) => ({
  over: draw(
    fill(
      path`M${fx + 1} ${n.y + 9}C${fx - 14} ${n.y + 8} ${fx - 40} ${my - 14} ${fx - 58} ${my + 14}C${fx - 60} ${my + 24} ${fx - 50} ${my + 20} ${fx - 44} ${my + 10}C${fx - 28} ${my + 12} ${fx - 8} ${my + 10} ${fx + 2} ${my}Z`,
      light,
    ),
    fill(
      path`M${fx + 1} ${n.y + 9}C${fx + 16} ${n.y + 8} ${fx + 42} ${my - 14} ${fx + 58} ${my + 12}C${fx + 61} ${my + 22} ${fx + 52} ${my + 20} ${fx + 45} ${my + 9}C${fx + 28} ${my + 12} ${fx + 12} ${my + 10} ${fx + 2} ${my}Z`,
      shade,
    ),
    line(path`M${fx - 42} ${my + 1}q16 -16 34 -16`, shine, 3.5, 0.7),
  ),
})
