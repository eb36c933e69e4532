export const Lazy = () => <button id="lazy-ready">Lazy</button>
