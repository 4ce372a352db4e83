/** Recognises errors of the operating system such as EIO, as opposed to errors of the program. */
export const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string'
