import { draw, line } from '../shapes.ts'

export const mic = () =>
  draw(
    line('M372 820L352 640', '#17131a', 16),
    line('M378 820L358 640', '#6d6a75', 5, 0.8),
    `<g transform="rotate(-12 346 590)"><rect x="322" y="592" width="48" height="74" rx="12" fill="#2c2730"/><path d="M346 592h24v62a12 12 0 0 1 -12 12h-12z" fill="#17131a"/><rect x="308" y="512" width="76" height="92" rx="38" fill="#c9c5cf"/><path d="M346 512a38 38 0 0 1 38 38v16a38 38 0 0 1 -38 38z" fill="#87828f"/><path d="M310 540h72M308 558h76M310 576h72M328 516v84M346 512v92M364 516v84" stroke="#4d4854" stroke-width="3.5" stroke-opacity=".7"/><path d="M322 532q6 -10 14 -12" stroke="#fff" stroke-width="6" stroke-linecap="round" fill="none"/></g>`,
  )
