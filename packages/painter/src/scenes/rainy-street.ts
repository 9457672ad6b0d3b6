import { draw } from '../shapes.ts'
import { again } from './pieces.ts'

export const rainyStreet = () =>
  draw(
    again(
      draw(
        '<g fill="#1b222b">',
        '<path d="M0 260h90v540H0zM100 330h70v470h-70zM430 290h90v510h-90zM530 220h70v580h-70z"/>',
        '</g>',
        '<g fill="#f0b24e">',
        '<rect x="20" y="300" width="18" height="26"/>',
        '<rect x="52" y="360" width="18" height="26"/>',
        '<rect x="446" y="330" width="18" height="26"/>',
        '<rect x="484" y="330" width="18" height="26"/>',
        '<rect x="548" y="270" width="18" height="26"/>',
        '<rect x="118" y="370" width="16" height="24"/>',
        '</g>',
      ),
      600,
      -600,
    ),
    '<path d="M-40 800L220 60L420 800Z" fill="#f0b24e" fill-opacity=".16"/>',
    '<g stroke="#9fb2c4" stroke-opacity=".35" stroke-width="4" stroke-linecap="round">',
    '<path d="M60 60l-16 50M160 120l-16 50M240 30l-16 50M360 70l-16 50M470 40l-16 50M560 110l-16 50M520 210l-16 50M90 220l-16 50M400 190l-16 50M-60 60l-16 50M-180 150l-16 50M-260 40l-16 50M660 90l-16 50M760 40l-16 50M820 180l-16 50"/>',
    '</g>',
  )
