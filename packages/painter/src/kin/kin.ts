import type { NamedParts } from '../spec.ts'

/**
 * What a kind of being brings with it where a description says nothing else. Everyone is an adult, and dressed.
 */
export const KIN = {
  elf: { ears: 'fae', brow: 'feather', head: 'diamond', hair: 'longLoose', clothes: 'leafCoat', scene: 'forest' },
  darkElf: {
    ears: 'fae',
    skin: 'lilac',
    hairColour: 'white',
    hair: 'longLoose',
    iris: '#b0323c',
    clothes: 'leafCoat',
    scene: 'castle',
    light: 'moon',
  },
  orc: {
    skin: 'orcGreen',
    head: 'wide',
    brow: 'bushy',
    nose: 'broad',
    teeth: 'tusks',
    ears: 'fae',
    hairColour: 'black',
    clothes: 'leather',
  },
  goblin: {
    skin: 'orcGreen',
    head: 'heart',
    nose: 'long',
    ears: 'fae',
    hair: 'receding',
    clothes: 'hoodie',
    scene: 'tavern',
  },
  vampire: {
    skin: 'ash',
    teeth: 'fangs',
    iris: '#b0323c',
    hairColour: 'black',
    brow: 'arched',
    clothes: 'suit',
    scene: 'castle',
    light: 'moon',
  },
  dwarf: {
    head: 'wide',
    nose: 'bulb',
    brow: 'bushy',
    hair: 'braid',
    clothes: 'armour',
    scene: 'tavern',
    light: 'oven',
  },
  fairy: { ears: 'fae', wings: 'fairy', hat: 'flowers', hair: 'longLoose', clothes: 'gown', scene: 'garden' },
  angel: { wings: 'feather', halo: true, hair: 'surf', clothes: 'robe', scene: 'dome' },
  demon: {
    horns: 'demon',
    skin: 'crimson',
    teeth: 'fangs',
    tail: 'devil',
    iris: '#c9972c',
    clothes: 'suit',
    light: 'oven',
  },
  mermaid: { tail: 'fin', ears: 'fin', hair: 'longLoose', hairColour: 'turquoise', clothes: 'scales', scene: 'deep' },
  ghost: { skin: 'skyBlue', hairColour: 'silver', scene: 'hall', light: 'moon', iris: '#7d8894' },
  alien: { skin: 'skyBlue', iris: '#7a4fa8', hair: 'none', clothes: 'jumpsuit', scene: 'porthole' },
  wizard: { hat: 'wizard', clothes: 'robe', scene: 'castle' },
  witch: { hat: 'witch', clothes: 'robe', scene: 'forest', light: 'moon' },
  knight: { clothes: 'armour', scene: 'castle' },
  royal: { hat: 'crown', clothes: 'gown', scene: 'castle' },
} as const satisfies Record<string, Partial<NamedParts>>

export type KinName = keyof typeof KIN
