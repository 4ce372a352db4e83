/** Closes the message of this topic, if one is shown. */
export function closeToast(topic: string): void {
  import('./toast-region.tsx').then(({ closeTopic }) => closeTopic(topic)).catch(() => undefined)
}
