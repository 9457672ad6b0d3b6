import { draw } from '../shapes.ts'

export const enamel = () =>
  draw(
    '<path d="M110 800C116 700 170 640 300 636C430 640 484 700 490 800Z" fill="#c8b99a"/>',
    '<path d="M300 636C430 640 484 700 490 800H330C326 740 314 690 300 636Z" fill="#8f7f63"/>',
    '<path d="M250 560h100v90h-100z" fill="#6f634e"/>',
    '<path d="M250 580h100M250 604h100M250 628h100" stroke="#473e30" stroke-width="7"/>',
    '<path d="M176 280C176 200 226 160 300 158C374 160 424 200 424 280V470C424 530 380 566 300 568C220 566 176 530 176 470Z" fill="#d9caaa"/>',
    '<path d="M300 158C374 160 424 200 424 280V470C424 530 380 566 300 568C320 480 318 260 300 158Z" fill="#9d8d6f"/>',
    '<path d="M208 300C208 262 244 246 300 246C356 246 392 262 392 300V380C392 416 356 432 300 432C244 432 208 416 208 380Z" fill="#14262c"/>',
    '<circle cx="254" cy="338" r="36" fill="#f6c65b"/>',
    '<circle cx="346" cy="338" r="36" fill="#e0a53a"/>',
    '<circle cx="254" cy="338" r="17" fill="#fff3cf"/>',
    '<circle cx="346" cy="338" r="17" fill="#ffe7a8"/>',
    '<path d="M246 482h108M262 506h76" stroke="#4a3f2f" stroke-width="8" stroke-linecap="round"/>',
    '<path d="M292 158V104" stroke="#8f7f63" stroke-width="10"/>',
    '<circle cx="292" cy="92" r="17" fill="#e2583a"/>',
    '<rect x="150" y="310" width="30" height="90" rx="12" fill="#b5a482"/>',
    '<rect x="420" y="310" width="30" height="90" rx="12" fill="#7a6c53"/>',
    '<path d="M204 262C206 222 236 196 280 188" stroke="#f7eed8" stroke-width="7" fill="none" stroke-linecap="round"/>',
    '<path d="M196 470v26M404 470v26" stroke="#b5523a" stroke-width="12" stroke-linecap="round"/>',
    '<circle cx="220" cy="730" r="30" fill="#e2583a"/>',
    '<circle cx="220" cy="730" r="15" fill="#f7c8a0"/>',
    '<path d="M300 720h110M300 750h80" stroke="#6f634e" stroke-width="9" stroke-linecap="round"/>',
  )
