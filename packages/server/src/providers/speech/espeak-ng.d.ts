/** The parts we use of a package without types; it is optional and loaded only in its worker. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface EspeakWorker {
    set_voice(name: string): number
    set_rate(wordsPerMinute: number): number
    /** 0 to 99, 50 is the voice's own. */
    set_pitch(pitch: number): number
    /** Calls back with audio as it is generated, 22,050 Hz, one channel; returning true stops it. */
    synthesize(text: string, onSound: (samples: Int16Array, events: unknown) => boolean): void
  }
  export default function load(): Promise<{ eSpeakNGWorker: new () => EspeakWorker }>
}
