import { disc } from './pieces.ts'

export const plain = () => disc(300, 300, 225, '#f3cd80', 0.6)
