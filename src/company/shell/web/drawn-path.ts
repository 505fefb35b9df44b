/** how-it-works-section.css hides the drawing only if motion is wanted. */
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
