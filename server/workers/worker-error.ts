export abstract class WorkerError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string = code) {
    super(message)
    this.code = code
  }
}
