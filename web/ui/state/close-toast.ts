/** For what its topic no longer says. */
export function closeToast(topic: string): void {
  import('./toast-region.tsx').then(({ closeTopic }) => closeTopic(topic)).catch(() => undefined)
}
