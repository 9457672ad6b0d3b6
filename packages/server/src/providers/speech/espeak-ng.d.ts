/** What we use of a package that has no types of its own; it is optional and loaded in its worker alone. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface EspeakWorker {
    set_voice(name: string): number
    set_rate(wordsPerMinute: number): number
    /** 0 to 99, 50 is the voice's own. */
    set_pitch(pitch: number): number
    /** Calls back with sound as it is made, 22,050 Hz, one channel; true ends it. */
    synthesize(text: string, onSound: (samples: Int16Array, events: unknown) => boolean): void
  }
  export default function load(): Promise<{ eSpeakNGWorker: new () => EspeakWorker }>
}
