import type { SceneName } from '../scenes/scenes.ts'

/** Above and below; the picture fades into the lower one. */
export type Background = readonly [top: string, bottom: string]

export const BACKGROUNDS: Record<SceneName, Background> = {
  plain: ['#5a3348', '#1f1220'],
  porthole: ['#173b3f', '#071a22'],
  bakery: ['#6b3a22', '#2a130e'],
  snowStation: ['#3f5f86', '#1a2a44'],
  danceHall: ['#7a2030', '#2a0c18'],
  iceChess: ['#6d94ab', '#2a475c'],
  newsroom: ['#35506b', '#131d2b'],
  inn: ['#3f5a34', '#15241a'],
  teaRoom: ['#c0583f', '#571c22'],
  sea: ['#f0b07a', '#1c5a70'],
  stage: ['#5a2030', '#1c0a12'],
  compassRose: ['#8a6a44', '#3a2a20'],
  dome: ['#173058', '#0a1428'],
  kitchen: ['#d98a5a', '#6d2a24'],
  hall: ['#5a3348', '#1f1220'],
  library: ['#4d6a52', '#1b2a26'],
  deep: ['#0f5068', '#061a30'],
  ferry: ['#12344a', '#0b1c2e'],
  glasshouse: ['#2f5a45', '#16332a'],
  mapRoom: ['#c08a45', '#6b3f22'],
  studio: ['#7b2f4f', '#2c1230'],
  noodleBar: ['#a13c2a', '#4a1518'],
  theatre: ['#3d4566', '#171a30'],
  rainyStreet: ['#2c3540', '#12161d'],
  stacks: ['#2b4b57', '#10232c'],
  tileWall: ['#d98a6a', '#7c3040'],
  planets: ['#34407f', '#151a3e'],
  bookshop: ['#b5662f', '#5b2617'],
  lighthouse: ['#1e5a66', '#0c2630'],
}
