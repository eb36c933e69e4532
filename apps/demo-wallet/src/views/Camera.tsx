import { useEffect, useRef, useState, type ReactNode } from 'react'
import { readImage } from '../scan/readImage.js'

/** Time in ms between two reads of the camera's picture. */
const READ_INTERVAL_MS = 250

const words = (error: unknown): string => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The camera may not be used here. Allow it in the browser, or paste the link.'
  if (name === 'NotFoundError') return 'There is no camera. Paste the link, or scan a picture.'
  return 'The camera could not be started. Paste the link, or scan a picture.'
}

/** Reads the camera until it finds a QR code. The camera stops when the view unmounts. */
export function Camera({ onText }: { onText(text: string): void }): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState('')
  const found = useRef(onText)
  useEffect(() => {
    found.current = onText
  }, [onText])
  useEffect(() => {
    const life = new AbortController()
    film(video.current!, life.signal, (text) => found.current(text)).catch((error: unknown) => {
      if (!life.signal.aborted) setProblem(words(error))
    })
    return () => life.abort()
  }, [])
  if (problem)
    return (
      <p className="error" role="alert">
        {problem}
      </p>
    )
  return <video ref={video} muted playsInline aria-label="What the camera sees" />
}

async function film(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  if (!('mediaDevices' in navigator)) throw new Error('no camera')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = (): void => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const canvas = document.createElement('canvas')
  while (!signal.aborted) {
    const text =
      video.videoWidth > 0 ? await readImage(video, canvas).catch(() => undefined) : undefined
    if (signal.aborted) return
    if (text?.includes('wc:')) return onText(text)
    await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL_MS))
  }
}
