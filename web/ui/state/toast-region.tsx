import './toast-region.css'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import {
  UNSTABLE_ToastRegion as Region,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastBody,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components'
import { Button, IconButton } from '../button.tsx'
import type { ToastContent } from './toast-content.ts'

const SHOWN_MS = 5_000
const ACTION_MS = 8_000
const AT_ONCE = 3

const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: AT_ONCE })

let passing: string | undefined

const ofTopic = new Map<string, string>()

export function addToast(given: ToastContent | string): void {
  const toast: ToastContent = typeof given === 'string' ? { text: given } : given
  const before = toast.topic === undefined ? undefined : ofTopic.get(toast.topic)
  if (passing !== undefined) queue.close(passing)
  const key = queue.add(toast, { timeout: toast.action ? ACTION_MS : SHOWN_MS })
  passing = toast.action ? undefined : key
  if (toast.topic === undefined) return
  if (before !== undefined) queue.close(before)
  ofTopic.set(toast.topic, key)
}

export function closeTopic(topic: string): void {
  const key = ofTopic.get(topic)
  if (key !== undefined) queue.close(key)
  ofTopic.delete(topic)
}

const ROOM = '--toast-room'
const GAP = 12

/** Dialogs leave this room below them. */
function keepRoom(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty(ROOM, `${region.offsetHeight + GAP}px`),
  )
  observer.observe(region)
  return () => {
    observer.disconnect()
    style.removeProperty(ROOM)
  }
}

interface ToastRegionProps {
  readonly labels: { readonly region: string; readonly close: string }
}

export function ToastRegion({ labels }: ToastRegionProps) {
  useEffect(() => () => queue.clear(), [])
  return (
    <Region ref={keepRoom} queue={queue} className="toasts" aria-label={labels.region}>
      {({ toast }) => (
        <Toast toast={toast} className="toast">
          <ToastBody className="toast-body">
            <Text slot="title">
              {toast.content.title && (
                <>
                  <strong lang="en">{toast.content.title}</strong>{' '}
                </>
              )}
              {toast.content.text}
            </Text>
          </ToastBody>
          {toast.content.action && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                queue.close(toast.key)
                toast.content.action?.onPress()
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton
            icon={X}
            size="small"
            label={labels.close}
            onClick={() => queue.close(toast.key)}
          />
        </Toast>
      )}
    </Region>
  )
}
