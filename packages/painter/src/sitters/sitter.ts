import type { SceneName } from '../scenes/scenes.ts'

/** Skin of the older portraits: light, shadow, lines, lips. */
export const SITTER_SKINS = {
  porcelain: ['#f6d9c4', '#d79f8c', '#8a4a44', '#c4685f'],
  fair: ['#f2c9a6', '#cc8d6d', '#7d4334', '#bd6152'],
  olive: ['#e3b184', '#b57b55', '#6b3d2a', '#a9574a'],
  tan: ['#cf9465', '#9a6142', '#552d22', '#8f4237'],
  brown: ['#a5683f', '#704028', '#3b1d16', '#7c3530'],
  ghost: ['#dfe3e6', '#9fa9b8', '#515a70', '#8c7f95'],
  moon: ['#ead7cf', '#b598a5', '#65486a', '#a05f77'],
} as const

/** A face of the older portraits: one head for all, and what tells them apart. */
export interface SitterFace {
  skin: keyof typeof SITTER_SKINS
  iris: string
  hair: string
  smile: number
  lash?: boolean
  noEar?: boolean
  /** a line for a mouth */
  noLip?: boolean
  freckles?: boolean
  stubble?: boolean
  old?: boolean
  lip?: string
  browWidth?: number
  browTilt?: number
  blush?: number
  hairShadow?: string
  beard?: { d: string; colour: string; shade: string; shadeColour: string }
}

/** One of the ten people whose hair and clothes were drawn by hand rather than from parts. */
export interface Sitter {
  scene: SceneName
  /** how far the clothes are moved up to meet the neck */
  dy?: number
  behind: string
  face: SitterFace
  before: string
  body: string
}
