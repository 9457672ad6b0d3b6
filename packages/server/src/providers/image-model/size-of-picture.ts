/**
 * Width and height as a PNG says them at its beginning; 0 where it is none. What is kept is measured when the picture is
 * painted anew.
 */
export function sizeOfPicture(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 24 || view.getUint32(0) !== 0x89504e47) return { width: 0, height: 0 }
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
