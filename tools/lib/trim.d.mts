/** Takes out of a folder of installed packages what neither builds, tests nor the server read. */
export function trimPackages(folder: string): void
