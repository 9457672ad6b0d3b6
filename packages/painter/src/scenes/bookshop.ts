import { draw } from '../shapes.ts'
import { again, archWindow } from './pieces.ts'

export const bookshop = () =>
  draw(
    '<path d="M-400 560H1000V800H-400Z" fill="#3c1a12"/>',
    again(
      draw(
        '<rect x="30" y="330" width="34" height="230" fill="#2e5d57"/>',
        '<rect x="68" y="300" width="26" height="260" fill="#e9d7ae"/>',
        '<rect x="98" y="350" width="40" height="210" fill="#7c2b3b"/>',
        '<rect x="470" y="310" width="30" height="250" fill="#274a6b"/>',
        '<rect x="504" y="350" width="38" height="210" fill="#e9d7ae"/>',
        '<rect x="546" y="320" width="28" height="240" fill="#8b9a4a"/>',
      ),
      520,
      -520,
      -200,
      800,
    ),
    archWindow(300, 30, 330, 530, '#f0c578', '#6d3218'),
  )
