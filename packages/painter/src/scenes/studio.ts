import { draw } from '../shapes.ts'
import { again } from './pieces.ts'

export const studio = () =>
  draw(
    '<circle cx="300" cy="310" r="262" fill="#e2683f" fill-opacity=".85"/>',
    '<circle cx="300" cy="310" r="210" fill="#f08b4b" fill-opacity=".7"/>',
    '<g stroke="#2c1230" stroke-opacity=".35" stroke-width="8">',
    '<path d="M-400 80H1000M-400 120H1000M-400 160H1000M-400 200H1000" opacity=".4"/>',
    '</g>',
    '<g fill="#ffd79a">',
    again(
      draw(
        '<rect x="40" y="520" width="14" height="60" rx="7"/>',
        '<rect x="70" y="490" width="14" height="120" rx="7"/>',
        '<rect x="100" y="530" width="14" height="40" rx="7"/>',
        '<rect x="486" y="530" width="14" height="40" rx="7"/>',
        '<rect x="516" y="490" width="14" height="120" rx="7"/>',
        '<rect x="546" y="520" width="14" height="60" rx="7"/>',
      ),
      -560,
      560,
    ),
    '</g>',
  )
