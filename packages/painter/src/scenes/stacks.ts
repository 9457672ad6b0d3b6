import { draw } from '../shapes.ts'
import { again } from './pieces.ts'

const LEFT = draw(
  '<path d="M0 0h110v800H0z" fill="#173641"/>',
  '<rect x="8" y="70" width="18" height="120" fill="#a4513a"/>',
  '<rect x="30" y="84" width="22" height="106" fill="#d6a74f"/>',
  '<rect x="56" y="60" width="16" height="130" fill="#5f8f86"/>',
  '<rect x="76" y="92" width="24" height="98" fill="#8b3f52"/>',
  '<rect x="8" y="290" width="24" height="110" fill="#5f8f86"/>',
  '<rect x="36" y="276" width="18" height="124" fill="#c9bfa6"/>',
  '<rect x="58" y="300" width="22" height="100" fill="#8b3f52"/>',
  '<path d="M0 190h110v12H0zM0 400h110v12H0zM0 610h110v12H0z" fill="#0d1d24"/>',
)
const RIGHT = draw(
  '<path d="M490 0h110v800H490z" fill="#173641"/>',
  '<rect x="498" y="76" width="20" height="114" fill="#d6a74f"/>',
  '<rect x="522" y="92" width="16" height="98" fill="#5f8f86"/>',
  '<rect x="542" y="64" width="24" height="126" fill="#a4513a"/>',
  '<rect x="570" y="88" width="18" height="102" fill="#c9bfa6"/>',
  '<rect x="498" y="284" width="18" height="116" fill="#8b3f52"/>',
  '<rect x="520" y="300" width="26" height="100" fill="#c9bfa6"/>',
  '<rect x="550" y="280" width="20" height="120" fill="#d6a74f"/>',
  '<path d="M490 190h110v12H490zM490 400h110v12H490zM490 610h110v12H490z" fill="#0d1d24"/>',
)

export const stacks = () =>
  draw(
    again(LEFT, -130, -260),
    again(RIGHT, 130, 260, 390),
    '<circle cx="300" cy="290" r="190" fill="#f1dca0" fill-opacity=".28"/>',
    '<circle cx="300" cy="290" r="140" fill="#f1dca0" fill-opacity=".3"/>',
  )
