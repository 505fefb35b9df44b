/** Lets each [data-draw] drawing appear once, when it first comes into view. how-it-works-section.css holds it back only where that is wanted. */
export function startDrawnPaths(): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      target.setAttribute("data-drawn", "");
      observer.unobserve(target);
    }
  });
  for (const drawing of document.querySelectorAll("[data-draw]")) observer.observe(drawing);
}
