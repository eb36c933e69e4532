/**
 * `@latchkey/evm` for `<script type="module">`.
 * @packageDocumentation
 */
export * from '@latchkey/evm'
