import { dot, draw, fill, line, mix, path } from '../shapes.ts'
import { SITTER_SKINS, type Sitter, type SitterFace } from './sitter.ts'

const HEAD =
  'M205 300C203 238 242 203 300 203C360 203 398 243 396 305C395 346 391 378 379 412C366 448 340 480 314 488C301 491 288 489 276 482C246 465 222 431 212 396C207 372 206 331 205 300Z'
const SHADE =
  'M344 190C368 250 368 300 360 322C356 346 374 358 367 384C361 410 345 430 341 446C335 468 327 480 313 492L430 500V190Z'
const SOFT_SHADE =
  'M330 190C354 250 354 300 346 322C342 346 360 358 353 384C347 410 331 430 327 446C321 468 313 480 299 492L430 500V190Z'
const NOSE_SHADE =
  'M304 338C305 360 311 384 309 396C308 404 301 408 293 411C304 418 320 412 321 398C316 378 313 356 313 338ZM290 468q12 7 26 0q-3 13 -13 12q-10 0 -13 -12z'
const FRECKLES = [
  [228, 385],
  [240, 378],
  [252, 388],
  [262, 379],
  [236, 394],
  [326, 384],
  [340, 379],
  [352, 388],
] as const

/** What moves in a sitter's face from view to view. */
export interface SitterLook {
  smile: number
  browTilt: number
  gaze: number
  /** 0 open to 1 shut */
  lids: number
}

/** A sitter in layers, from back to front: hair behind, neck, clothes, head, hair before. */
export function drawSitter({ behind, face, before, body, dy }: Sitter, id: string, look: SitterLook): string[] {
  const hem = draw('<g transform="translate(0 ', String(dy ?? -44), ')">', body, '</g>')
  return [behind, neck(face), hem, head(face, id, look), before]
}

function neck({ skin }: SitterFace): string {
  const [light, shadow] = SITTER_SKINS[skin]
  return (
    fill('M252 440L252 540C232 580 300 640 300 640C300 640 376 590 352 540L352 430Z', shadow) +
    fill('M252 470L252 545L262 600C274 570 284 540 283 500Z', light, 0.75)
  )
}

function head(face: SitterFace, id: string, look: SitterLook): string {
  const [light, shadow, stroke] = SITTER_SKINS[face.skin]
  return draw(
    face.noEar ? '' : fill('M210 330C196 318 184 326 187 350C190 376 202 392 215 386Z', light),
    face.noEar ? '' : line('M207 342c-8 -5 -12 2 -9 14c2 8 5 13 9 15', shadow, 5),
    `<clipPath id="${id}h"><path d="${HEAD}"/></clipPath>`,
    fill(HEAD, light),
    `<g clip-path="url(#${id}h)">`,
    fill(SOFT_SHADE, mix(light, shadow, 0.45)),
    fill(SHADE, shadow),
    fill(NOSE_SHADE, shadow, 0.6),
    `<ellipse cx="238" cy="402" rx="38" ry="26" fill="url(#${id}bl)" fill-opacity="${(face.blush ?? 0.2) * 2}"/>`,
    face.beard ? fill(face.beard.d, face.beard.colour) + fill(face.beard.shade, face.beard.shadeColour) : '',
    face.hairShadow ? fill(face.hairShadow, shadow, 0.8) : '',
    '</g>',
    face.freckles ? draw(...FRECKLES.map(([x, y]) => dot(x, y, 2.6, stroke, 0.32))) : '',
    eye(face, 249, 44, false, look),
    eye(face, 345, 42, true, look),
    brows(face, look),
    line('M280 407q10 8 22 2', stroke, 4.5, 0.6),
    mouth(face, look.smile),
    face.old ? line('M226 372q10 10 26 10M250 420q-10 10 -10 24M350 420q10 10 9 24', stroke, 4, 0.35) : '',
    face.stubble ? stubble(id, stroke) : '',
  )
}

function eye(face: SitterFace, x: number, width: number, far: boolean, { gaze, lids }: SitterLook): string {
  const [, , stroke] = SITTER_SKINS[face.skin]
  const half = width / 2
  const quarter = width / 4
  if (lids > 0.85) return line(path`M${x - half} 346q${half} 17 ${width} 0`, stroke, 6)
  const drop = lids * 16
  const opening = path`M${x - half} 350C${x - quarter} ${332 + drop} ${x + quarter} ${330 + drop} ${x + half} 347C${x + quarter} 360 ${x - quarter} 361 ${x - half} 350Z`
  const lid = path`M${x - half - 2} 350C${x - quarter} ${331 + drop} ${x + quarter} ${328 + drop} ${x + half + 2} 347`
  const crease = path`M${x - half + 4} 333C${x - quarter} 322 ${x + quarter} 320 ${x + half - 2} 331`
  const iris = dot(x + gaze, 346, 10.2, face.iris) + dot(x + gaze, 346, 5, '#150c12')
  const clipped = lids > 0 ? lidClip(opening, iris) : iris
  return draw(
    fill(opening, far ? '#d9c8bd' : '#fbf3ea'),
    clipped,
    lids < 0.5 ? dot(x + gaze - 3.5, 341.5 + drop * 0.4, 2.6, '#fff') : '',
    line(lid, stroke, 6.5),
    face.lash ? line(path`M${x - half} 350l-8 -5`, stroke, 5) : '',
    line(crease, stroke, 3.5, 0.35),
  )
}

/** The iris as far as the lowered lid leaves it in sight. */
function lidClip(opening: string, iris: string): string {
  const name = `o${opening.length}${opening.replace(/\D/g, '').slice(0, 24)}`
  return `<clipPath id="${name}"><path d="${opening}"/></clipPath><g clip-path="url(#${name})">${iris}</g>`
}

function brows({ hair, browWidth = 7 }: SitterFace, { browTilt: tilt }: SitterLook): string {
  return (
    line(path`M222 ${322 + tilt}C236 ${308 - tilt} 256 ${308 - tilt} 274 ${318 - tilt}`, hair, browWidth) +
    line(path`M322 ${318 - tilt}C338 ${307 - tilt} 356 ${307 - tilt} 371 ${320 + tilt}`, hair, browWidth)
  )
}

function mouth(face: SitterFace, smile: number): string {
  const [, , stroke, lip] = SITTER_SKINS[face.skin]
  if (face.noLip) return line(path`M268 440q30 ${smile} 62 -2`, stroke, 5.5)
  const left = 441 - smile / 2
  const right = 440 - smile / 2
  return (
    fill(
      path`M264 ${left}C278 431 288 428 298 433C308 428 320 431 334 ${right}C322 457 312 461 299 461C286 461 276 456 264 ${left}Z`,
      face.lip ?? lip,
    ) + line(path`M262 ${left}Q299 ${446 + smile / 1.5} 336 ${right}`, stroke, 4)
  )
}

const stubble = (id: string, stroke: string): string =>
  `<g clip-path="url(#${id}h)">${fill('M205 380C225 400 245 420 258 424C280 412 318 412 340 424C360 420 380 400 400 370L400 500L200 500Z', stroke, 0.22)}</g>`
