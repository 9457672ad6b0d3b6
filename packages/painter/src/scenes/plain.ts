import { archWindow } from './pieces.ts'

export const plain = () => archWindow(300, 40, 340, 700, '#c98a63', '#33182a')
