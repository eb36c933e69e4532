declare global {
  interface Window {
    /** The time at which this chunk ran. */
    lazyChunkAt?: number
  }
}
window.lazyChunkAt = performance.now()

export const Lazy = () => <button id="lazy-ready">Lazy</button>
