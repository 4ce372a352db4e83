/** Of the operating system, such as EIO, and not of the program. */
export const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string'
