/** Colour, place in shares of the page, strength, and the rim on the side in shadow. */
export interface Light {
  colour: string
  x: number
  y: number
  strength: number
  rim?: string
}

export const LIGHTS = {
  lamp: { colour: '#ffdf9e', x: 0.2, y: 0.22, strength: 0.16 },
  oven: { colour: '#ffb45c', x: 0.12, y: 0.4, strength: 0.26, rim: '#ff9d4a' },
  moon: { colour: '#cfe2ff', x: 0.2, y: 0.1, strength: 0.16, rim: '#8fb4e6' },
  stage: { colour: '#fff0c4', x: 0.4, y: 0.02, strength: 0.26, rim: '#e0568a' },
  sea: { colour: '#fff0c8', x: 0.7, y: 0.2, strength: 0.16, rim: '#63c9c9' },
  screen: { colour: '#ffe3a0', x: 0.15, y: 0.4, strength: 0.18, rim: '#5aa0c8' },
  growth: { colour: '#c9f79d', x: 0.5, y: 0.8, strength: 0.16, rim: '#8fe6a0' },
  lantern: { colour: '#ffe08a', x: 0.85, y: 0.3, strength: 0.2, rim: '#ffd573' },
  day: { colour: '#fff6dc', x: 0.3, y: 0.05, strength: 0.3 },
} as const satisfies Record<string, Light>
