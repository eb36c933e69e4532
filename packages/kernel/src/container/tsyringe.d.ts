declare module 'tsyringe/dist/esm2015/dependency-container.js' {
  export { instance } from 'tsyringe'
}
