export interface RoomOfTest {
  readonly roomId: number
  readonly roomNo: string
  readonly pin: string
  readonly code: string
}

/** Coordinates are CSS pixels of the tested page. */
export interface ViewportPoint {
  readonly x: number
  readonly y: number
}

export interface Dropped {
  readonly files: readonly string[]
  readonly items: readonly { readonly mimeType: string; readonly data: string }[]
}

type RoomsMethod =
  | 'asNewcomers'
  | 'asFirstRoom'
  | 'logged'
  | 'spendBudget'
  | 'ageSignLinks'
  | 'ageOperators'
  | 'ageMessages'
  | 'leaveStorage'
  | 'falsify'
  | 'crowd'

export interface ComponentCommands {
  makeRoom(name?: string): Promise<RoomOfTest>
  rooms(method: RoomsMethod, ...rest: readonly unknown[]): Promise<unknown>
  /** Tests share one outbox, so addresses must be unique. */
  pinFor(email: string): Promise<string>
  codeFor(email: string): Promise<string>
  stepCodeFor(email: string): Promise<string>
  signLinkFor(email: string): Promise<string>
  makePdf(pages: number, words?: string, size?: readonly [number, number]): Promise<string>

  moveMouse(to: ViewportPoint, steps?: number): Promise<void>
  pressMouse(button?: 'left' | 'right'): Promise<void>
  releaseMouse(button?: 'left' | 'right'): Promise<void>
  turnWheel(deltaX: number, deltaY: number): Promise<void>
  press(key: string): Promise<void>
  typeText(text: string): Promise<void>
  holdKey(key: string): Promise<void>
  releaseKey(key: string): Promise<void>
  emulate(media: {
    readonly colorScheme?: 'light' | 'dark' | null
    readonly media?: 'print' | 'screen' | null
  }): Promise<void>
  grant(permissions: readonly string[]): Promise<void>

  setOffline(isOffline: boolean): Promise<void>
  hold(pattern: string): Promise<void>
  letGo(pattern: string): Promise<void>
  /** With `isAnswered` the server still receives the requests. */
  cut(pattern: string, times: number, isAnswered?: boolean): Promise<void>
  fulfil(pattern: string, status: number, json: unknown): Promise<void>
  watchRequests(): Promise<void>
  requestsSeen(): Promise<readonly string[]>
  mendNetwork(): Promise<void>

  /** Null means an empty folder. @returns their folder. */
  layOut(files: Readonly<Record<string, string | null>>): Promise<string>
  clearAway(folder: string): Promise<void>
  dropAt(at: ViewportPoint, dropped: Dropped): Promise<void>
  /** Returns axe violations as `rule at element`. */
  axe(): Promise<readonly string[]>
  makeLockedPdf(password: string): Promise<string>
  sign(link: string): Promise<number>
}

declare module 'vitest/browser' {
  interface BrowserCommands extends ComponentCommands {}
}
