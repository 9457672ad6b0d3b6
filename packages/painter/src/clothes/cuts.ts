import { fill, path } from '../shapes.ts'

/** Cuts that garments share. `neck` is half its width, `y` where it meets the shoulders. */
type Pair = readonly [light: string, shade: string]

export const torso = ([light, shade]: Pair, neck: number, shoulder = 246, y = 520): string =>
  fill(
    path`M${300 - shoulder} 760C${304 - shoulder} 640 ${300 - shoulder * 0.74} 570 ${290 - neck} ${y}C${306 - neck} ${y + 46} ${294 + neck} ${y + 46} ${310 + neck} ${y}C${300 + shoulder * 0.74} 570 ${296 + shoulder} 640 ${300 + shoulder} 760V860H${300 - shoulder}Z`,
    light,
  ) +
  fill(
    path`M304 ${y + 34}C${280 + neck} ${y + 33} ${302 + neck} ${y + 18} ${310 + neck} ${y}C${300 + shoulder * 0.74} 570 ${296 + shoulder} 640 ${300 + shoulder} 760V860H314V760C312 680 308 610 304 ${y + 34}Z`,
    shade,
  )

export const band = ([light, shade]: Pair, neck: number, width = 16, y = 520): string =>
  fill(
    path`M${288 - neck} ${y - 6}C${302 - neck} ${y + 46} ${298 + neck} ${y + 46} ${312 + neck} ${y - 6}L${320 + neck} ${y + 12}C${300 + neck} ${y + 46 + width * 1.5} ${300 - neck} ${y + 46 + width * 1.5} ${280 - neck} ${y + 12}Z`,
    light,
  ) +
  fill(
    path`M304 ${y + 33}C${282 + neck} ${y + 32} ${304 + neck} ${y + 18} ${312 + neck} ${y - 6}L${320 + neck} ${y + 12}C${300 + neck} ${y + 40 + width} ${282 + neck} ${y + 35 + width * 1.1} 304 ${y + 35 + width * 1.1}Z`,
    shade,
  )

export const lapels = ([light, shade]: Pair, neck: number, y = 520, length = 150): string =>
  fill(
    path`M${288 - neck} ${y - 4}C${262 - neck} ${y + 4} ${250 - neck} ${y + 60} ${256 - neck} ${y + 92}L${272 - neck * 0.2} ${y + length}L300 ${y + length * 0.66}Z`,
    light,
  ) +
  fill(
    path`M${312 + neck} ${y - 4}C${338 + neck} ${y + 4} ${350 + neck} ${y + 60} ${344 + neck} ${y + 92}L${328 + neck * 0.2} ${y + length}L300 ${y + length * 0.66}Z`,
    shade,
  )

/** What shows in a neckline that reaches `depth` down, and from there to `hem`. */
export const vee = ([light, shade]: Pair, neck: number, y = 520, depth = 96, hem = 760): string =>
  fill(
    path`M${290 - neck} ${y}L300 ${y + depth}L${310 + neck} ${y}L${304 + neck} ${y + 60}L300 ${hem}L${296 - neck} ${y + 60}Z`,
    light,
  ) + fill(path`M302 ${y + depth}L${310 + neck} ${y}L${304 + neck} ${y + 60}L302 ${hem}Z`, shade)
