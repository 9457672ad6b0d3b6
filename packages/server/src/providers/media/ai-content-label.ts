import type { DigitalSourceType } from '../../modules/media/module.ts'

/**
 * The label in an image file that says it is AI-generated, in the IPTC's digital source type vocabulary (H3): by a
 * trained model, or by an algorithm without training.
 */
export const aiContentLabel = (
  source: DigitalSourceType,
): string => `<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${source}"/></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
