import type { FacePlan } from '../face/face-plan.ts'
import { dot, draw, each, fill, line, mix, path } from '../shapes.ts'
import { BEAST_EARS, type Fur } from './beast-parts.ts'
import { BEASTS, type BeastName, type BeastShape } from './beasts.ts'

/** The head of an animal on a person's shoulders: it looks and speaks as people do, and has their eyes. */
export function drawBeastHead(name: BeastName, fur: Fur, plan: FacePlan): string {
  const shape: BeastShape = BEASTS[name]
  const [light, shade, pale] = fur
  const { turn } = plan.geometry
  const { cheek, chin, noseY } = shape
  const fx = 300 + 16 * turn
  const tuft = shape.tuft ? 22 : 0
  const left = path`M300 196C226 194 188 244 186 312C184 340 ${300 - cheek} 360 ${300 - cheek - tuft} 408C${300 - cheek + 6} 414 ${300 - cheek + 4} 430 ${300 - cheek + 2 - tuft / 2} 446C${300 - cheek + 40} 452 ${fx - 40} ${chin} ${fx} ${chin}`
  const right = path`C${fx + 40} ${chin} ${300 + cheek - 40} 452 ${300 + cheek - 2 + tuft / 2} 446C${300 + cheek - 4} 430 ${300 + cheek - 6} 414 ${300 + cheek + tuft} 408C${300 + cheek} 360 416 340 414 312C412 244 374 194 300 196Z`
  const dark = path`M${fx + 44} 196C${fx + 72} 260 ${fx + 84} 320 ${fx + 76} 370C${fx + 70} 410 ${fx + 62} 440 ${fx + 20} ${chin}H470V190Z`
  return draw(
    shape.mane ? mane(light, shade) : '',
    BEAST_EARS[shape.ears](fur),
    `<clipPath id="${plan.id}h"><path d="${left}${right}"/></clipPath>`,
    fill(left + right, light),
    `<g clip-path="url(#${plan.id}h)">`,
    shape.mask ? maskOf(fx, cheek, chin, pale) : '',
    fill(dark, shade, 0.7),
    shape.mask ? '' : muzzleOf(fx, shape, pale, shade),
    '</g>',
    line(path`M${fx - 12} 226q-2 30 2 54M${fx + 14} 228q2 26 -2 48`, mix(light, shade, 0.6), 5, 0.5),
    eyesOf(plan, fx, shade),
    noseOf(fx, noseY, pale, shape),
    shape.whiskers ? whiskers(fx, noseY) : '',
  )
}

function maskOf(fx: number, cheek: number, chin: number, pale: string): string {
  return fill(
    path`M${fx} 386C${fx - 30} 392 ${fx - 50} 376 ${300 - cheek - 30} 396V470L${fx} ${chin + 6}L${300 + cheek + 30} 470V396C${fx + 50} 376 ${fx + 30} 392 ${fx} 386Z`,
    pale,
  )
}

function muzzleOf(fx: number, { muzzle, noseY, chin }: BeastShape, pale: string, shade: string): string {
  const d = path`M${fx} ${noseY - 30}C${fx + muzzle} ${noseY - 34} ${fx + muzzle * 1.5} ${noseY + 20} ${fx + muzzle} ${noseY + 44}C${fx + 20} ${chin + 4} ${fx - 20} ${chin + 4} ${fx - muzzle} ${noseY + 44}C${fx - muzzle * 1.5} ${noseY + 20} ${fx - muzzle} ${noseY - 34} ${fx} ${noseY - 30}Z`
  const far = path`M${fx + 16} ${noseY - 30}C${fx + muzzle} ${noseY - 30} ${fx + muzzle * 1.5} ${noseY + 20} ${fx + muzzle} ${noseY + 44}C${fx + 30} ${chin} ${fx + 18} ${chin} ${fx + 12} ${chin}C${fx + 30} ${noseY + 30} ${fx + 30} ${noseY} ${fx + 16} ${noseY - 30}Z`
  return fill(d, pale) + fill(far, mix(pale, shade, 0.4))
}

function eyesOf({ person, gaze, gazeY, lids, id }: FacePlan, fx: number, shade: string): string {
  return each([-1, 1] as const, (side) => {
    const x = fx + side * 54
    const line0 = mix(shade, '#000000', 0.55)
    if (lids > 0.85) return line(path`M${x - 25} 348q25 16 50 0`, line0, 6.5)
    const top = 22 * (1 - lids * 0.8)
    const opening = path`M${x - side * 27} 356C${x - side * 18} ${346 - top} ${x + side * 14} ${342 - top} ${x + side * 27} 338C${x + side * 22} 366 ${x - side * 12} 370 ${x - side * 27} 356Z`
    const clip = `${id}${side < 0 ? 'a' : 'b'}`
    return draw(
      `<clipPath id="${clip}"><path d="${opening}"/></clipPath>`,
      fill(opening, side < 0 ? '#fbf3ea' : '#e0d3cb'),
      `<g clip-path="url(#${clip})">`,
      dot(x + gaze, 348 + gazeY, 15, person.iris),
      dot(x + gaze, 348 + gazeY, 7.4, '#150c12'),
      '</g>',
      dot(x + gaze - 4.5, 342 + gazeY, 3.6, '#fff'),
      line(
        path`M${x - side * 27} 356C${x - side * 18} ${346 - top} ${x + side * 14} ${342 - top} ${x + side * 29} 336`,
        line0,
        6.5,
      ),
      line(path`M${x - side * 22} ${316}q${side * 24} -16 ${side * 46} -2`, line0, 5.5, 0.55),
    )
  })
}

function noseOf(fx: number, y: number, pale: string, { teeth }: BeastShape): string {
  const dark = '#2a1c22'
  return draw(
    fill(
      path`M${fx - 21} ${y - 12}C${fx - 10} ${y - 20} ${fx + 10} ${y - 20} ${fx + 21} ${y - 12}C${fx + 18} ${y + 6} ${fx + 6} ${y + 12} ${fx} ${y + 13}C${fx - 6} ${y + 12} ${fx - 18} ${y + 6} ${fx - 21} ${y - 12}Z`,
      dark,
    ),
    line(path`M${fx - 10} ${y - 11}q8 -4 14 -2`, '#ffffff', 4, 0.5),
    line(
      path`M${fx} ${y + 13}v12M${fx} ${y + 25}C${fx - 10} ${y + 42} ${fx - 32} ${y + 40} ${fx - 40} ${y + 28}M${fx} ${y + 25}C${fx + 10} ${y + 42} ${fx + 30} ${y + 40} ${fx + 38} ${y + 26}`,
      dark,
      5,
      0.85,
    ),
    teeth ? fill(path`M${fx - 9} ${y + 30}h18v13q-9 4 -18 0z`, mix(pale, '#ffffff', 0.6)) : '',
  )
}

const whiskers = (fx: number, y: number): string =>
  line(
    path`M${fx - 44} ${y + 8}q-50 -14 -92 -6M${fx - 42} ${y + 20}q-46 0 -84 16M${fx + 44} ${y + 8}q50 -14 92 -6M${fx + 42} ${y + 20}q46 0 84 16`,
    '#fff6ea',
    3.2,
    0.7,
  )

function mane(light: string, shade: string): string {
  const locks = Array.from({ length: 18 }, (_, index) => (index / 18) * 2 * Math.PI)
  return draw(
    dot(300, 346, 168, mix(shade, '#2a120a', 0.25)),
    each(locks, (angle) =>
      dot(
        300 + Math.cos(angle) * 142,
        346 + Math.sin(angle) * 150,
        50,
        Math.cos(angle) < 0.2 ? mix(light, '#8a3f18', 0.45) : mix(shade, '#5a2410', 0.45),
      ),
    ),
  )
}
