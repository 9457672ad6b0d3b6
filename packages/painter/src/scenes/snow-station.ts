import { dot, draw, fill, line } from '../shapes.ts'
import { disc, snow } from './pieces.ts'

export const snowStation = () =>
  draw(
    disc(152, 168, 66, '#ffd98c', 1, 60),
    dot(152, 168, 190, '#ffd98c', 0.1),
    fill('M140 232h24v300h-24z', '#0f1a2a'),
    fill('M110 116l42 -36l42 36v10h-84z', '#0f1a2a'),
    fill('M300 60H1000V96L330 122ZM560 100h18V540h-18zM352 118h14v300h-14z', '#132238'),
    fill('M330 122L1000 96V62L300 62Z', '#dfe9f3', 0.85),
    fill('M-400 500C120 470 240 500 360 486S540 470 1000 484V800H-400Z', '#d9e4f0', 0.9),
    fill('M-400 560C160 530 300 570 1000 540V800H-400Z', '#b4c6dc'),
    line('M-400 640L1000 590M-400 690L1000 620', '#5d7796', 6, 0.5),
    snow(64, 'yuki'),
  )
